import { useQueryClient } from '@tanstack/react-query';
import {
  type ListedStripeEvent,
  processStripeEventAgain,
  stripeEventFilters,
  stripeEventStates,
} from '@ve/contracts/http/admin-webhooks';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import type { Column } from '@ve/ui/table/table';
import { Muted, Text } from '@ve/ui/text/text';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { type Filter, FilterForm } from '../platform/filter-form.tsx';
import { Id } from '../platform/id.tsx';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import { RecordList } from '../platform/record-list.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
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

const columnsWith = (onAgain: (event: ListedStripeEvent) => void): readonly Column<ListedStripeEvent>[] => [
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
  { id: 'received', label: messages.columns.received, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    id: 'processed',
    label: messages.columns.processed,
    cell: ({ processedAt }) => (processedAt === null ? messages.none : <Moment at={processedAt} />),
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
  {
    id: 'again',
    label: messages.columns.again,
    cell: (event) => (
      <Button
        variant="secondary"
        aria-label={messages.againOf(event.type, event.objectId ?? event.stripeEventId)}
        onClick={() => onAgain(event)}
      >
        {messages.again}
      </Button>
    ),
  },
];

function Events() {
  const client = useQueryClient();
  const query = useStripeEvents();
  const [asked, setAsked] = useState<ListedStripeEvent | null>(null);
  const [done, setDone] = useState<keyof typeof messages.outcomes | null>(null);
  const [columns] = useState(() => columnsWith(setAsked));
  const send = async ({ id }: ListedStripeEvent, reason: string) => {
    const { outcome } = await callApi(processStripeEventAgain, { params: { id }, body: { reason } });
    setDone(outcome);
    setAsked(null);
    void client.invalidateQueries({ queryKey: eventsKey });
  };
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <Muted>{messages.reading}</Muted>
      </div>
      <FilterForm label={messages.filters} filters={filters} />
      <RecordList query={query} words={messages} columns={columns} keyOf={({ id }) => id} />
      {asked === null ? null : (
        <ReasonDialog
          title={messages.dialogTitle}
          confirm={messages.confirm}
          failed={messages.dialogFailed}
          gone={messages.gone}
          send={(reason) => send(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <Text>
            <strong>{asked.type}</strong> <Id>{asked.objectId ?? asked.stripeEventId}</Id>
          </Text>
          <Text>{messages.dialogText}</Text>
        </ReasonDialog>
      )}
      {done === null ? null : (
        <Toast
          tone={done === 'queued' ? 'pass' : 'info'}
          role="status"
          title={messages.outcomes[done]}
          onClose={() => setDone(null)}
        />
      )}
    </Stack>
  );
}

/** `/admin/webhooks`: what Stripe has told us, and what became of it. */
export function WebhooksPage() {
  return (
    <StaffArea title={messages.title}>
      <Events />
    </StaffArea>
  );
}
