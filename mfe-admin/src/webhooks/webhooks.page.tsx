import {
  type ListedStripeEvent,
  reprocessStripeEvent,
  stripeEventFilters,
  stripeEventStates,
} from '@ve/contracts/http/operations/admin-webhooks';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import type { Column } from '@ve/ui/table/table';
import { Muted, Text } from '@ve/ui/text/text';
import { type Filter, FilterForm } from '../platform/filter-form.tsx';
import { Id } from '../platform/id.tsx';
import { RecordList } from '../platform/record-list.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { useReplayAction } from '../platform/use-replay.tsx';
import { messages } from './messages.en-gb.ts';
import { eventsKey, useStripeEvents } from './webhooks.query.ts';

const { fields } = messages;

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: fields.state,
    choices: [['', fields.anyState], ...stripeEventStates.map((state) => [state, messages.states[state]] as const)],
  },
  {
    name: 'type',
    label: fields.type,
    hint: fields.typeHint,
    problemOf: (typed) => (stripeEventFilters.type.safeParse(typed).success ? null : messages.typeWrong),
  },
  {
    name: 'id',
    label: fields.id,
    hint: fields.idHint,
    problemOf: (typed) => (stripeEventFilters.id.safeParse(typed).success ? null : messages.idWrong),
  },
];

const tones: Record<ListedStripeEvent['state'], Tone> = { processed: 'pass', waiting: 'info', failed: 'fail' };

const columns: readonly Column<ListedStripeEvent>[] = [
  {
    id: 'type',
    label: messages.columns.type,
    cell: ({ type, stripeEventId }) => (
      <>
        {type}
        <Muted>
          <Id>{stripeEventId}</Id>
        </Muted>
      </>
    ),
  },
  {
    id: 'object',
    label: messages.columns.object,
    cell: ({ objectId }) =>
      objectId === null ? (
        messages.none
      ) : (
        <TextLink as={Link} to="/admin/support" state={{ term: objectId }} aria-label={messages.find(objectId)}>
          <Id>{objectId}</Id>
        </TextLink>
      ),
  },
  { id: 'received', label: messages.columns.received, cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
  {
    id: 'processed',
    label: messages.columns.processed,
    cell: ({ processedAt }) => (processedAt === null ? messages.none : <RelativeTime at={processedAt} />),
  },
  {
    id: 'state',
    label: messages.columns.state,
    cell: ({ state, failure }) => (
      <>
        <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>
        {failure === null ? null : <Muted>{failure}</Muted>}
      </>
    ),
  },
];

function Events() {
  const query = useStripeEvents();
  const idOf = ({ objectId, stripeEventId }: ListedStripeEvent) => objectId ?? stripeEventId;
  const { column, dialog } = useReplayAction<ListedStripeEvent, keyof typeof messages.outcomes>({
    words: messages,
    labelOf: (event) => messages.againOf(event.type, idOf(event)),
    nameOf: (event) => (
      <>
        <strong>{event.type}</strong> <Id>{idOf(event)}</Id>
      </>
    ),
    send: ({ id }, reason) => callApi(reprocessStripeEvent, { params: { id }, body: { reason } }),
    queryKey: eventsKey,
  });
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <Muted>{messages.reading}</Muted>
      </div>
      <FilterForm label={messages.filters} filters={filters} />
      <RecordList query={query} words={messages} columns={[...columns, column]} keyOf={({ id }) => id} />
      {dialog}
    </Stack>
  );
}

/** `/admin/webhooks`: the events from Stripe, and their outcome. */
export function WebhooksPage() {
  return (
    <StaffArea title={messages.title}>
      <Events />
    </StaffArea>
  );
}
