import {
  type ListedStripeEvent,
  reprocessStripeEventEndpoint,
  stripeEventFilters,
  stripeEventStates,
} from '@ve/contracts/http/operations/admin-webhooks';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText, Text } from '@ve/ui/text/text';
import { type ListFilter, ListFilterForm } from '../platform/list-filter-form.tsx';
import { IdText } from '../platform/id-text.tsx';
import { PaginatedTable } from '../platform/paginated-table.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { useRepeatRowAction } from '../platform/use-replay.tsx';
import { messages } from './messages.en-gb.ts';
import { stripeEventsQueryKey, useStripeEvents } from './webhooks.query.ts';

const { fields } = messages;

const filters: readonly ListFilter[] = [
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

const tones: Record<ListedStripeEvent['state'], StatusTone> = { processed: 'pass', waiting: 'info', failed: 'fail' };

const columns: readonly TableColumn<ListedStripeEvent>[] = [
  {
    id: 'type',
    label: messages.columns.type,
    cell: ({ type, stripeEventId }) => (
      <>
        {type}
        <MutedText>
          <IdText>{stripeEventId}</IdText>
        </MutedText>
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
          <IdText>{objectId}</IdText>
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
        {failure === null ? null : <MutedText>{failure}</MutedText>}
      </>
    ),
  },
];

function Events() {
  const query = useStripeEvents();
  const idOf = ({ objectId, stripeEventId }: ListedStripeEvent) => objectId ?? stripeEventId;
  const { column, dialog } = useRepeatRowAction<ListedStripeEvent, keyof typeof messages.outcomes>({
    labels: messages,
    labelOf: (event) => messages.againOf(event.type, idOf(event)),
    nameOf: (event) => (
      <>
        <strong>{event.type}</strong> <IdText>{idOf(event)}</IdText>
      </>
    ),
    send: ({ id }, reason) => callApi(reprocessStripeEventEndpoint, { params: { id }, body: { reason } }),
    queryKey: stripeEventsQueryKey,
  });
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <MutedText>{messages.reading}</MutedText>
      </div>
      <ListFilterForm label={messages.filters} filters={filters} />
      <PaginatedTable query={query} labels={messages} columns={[...columns, column]} keyOf={({ id }) => id} />
      {dialog}
    </Stack>
  );
}

/** `/admin/webhooks`: the events from Stripe, and their outcome. */
export function StripeEventsPage() {
  return (
    <StaffArea title={messages.title}>
      <Events />
    </StaffArea>
  );
}
