import type { OrphanSubscription } from '@ve/contracts/http/operations/admin-operations';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { MutedText, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';
import { useOrphanSubscriptions } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const columns: readonly TableColumn<OrphanSubscription>[] = [
  { id: 'subscription', label: messages.subscription, cell: ({ stripeSubscriptionId }) => stripeSubscriptionId },
  { id: 'customer', label: messages.customer, cell: ({ stripeCustomerId }) => stripeCustomerId },
  { id: 'found', label: messages.found, cell: ({ foundAt }) => <RelativeTime at={foundAt} /> },
];

/** Subscriptions at Stripe without an account here, and what to do about them; renders nothing if there are none. */
export function OrphanSubscriptionsSection() {
  const query = useOrphanSubscriptions();
  if (query.error === null && !query.data?.subscriptions.length) return null;
  return (
    <OperationsSection title={messages.orphans} query={query}>
      {({ found, subscriptions }) => (
        <>
          <Text>{messages.orphansText}</Text>
          <Table
            label={messages.orphans}
            columns={columns}
            rows={subscriptions}
            keyOf={({ stripeSubscriptionId }) => stripeSubscriptionId}
          />
          {found.total > subscriptions.length ? (
            <MutedText>{messages.orphansMore(subscriptions.length)}</MutedText>
          ) : null}
        </>
      )}
    </OperationsSection>
  );
}
