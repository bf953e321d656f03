import { sql } from 'kysely';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const stripeEventTablePrivacy = {
  stripe_events: {
    rows: sql`object_id in (
      select unnest(array[stripe_customer_id, stripe_subscription_id]) from person
      union select unnest(array[stripe_payment_intent_id, stripe_invoice_id, stripe_subscription_id])
        from payments where user_id = (select user_id from person)
    )`,
    title: 'Messages of Stripe about you',
    columns: sql`type as "kind", object_id as "about", created_at as "madeAt", received_at as "receivedAt"`,
    omits: ['stripe_event_id', 'processed_at', 'first_processed_at', 'failure'],
    erase: { where: ({ all }) => sql`object_id = any (${all})` },
    purge: { stripeEvents: purgeRuleOlderThan('received_at') },
  },
} satisfies AggregateTablePrivacy;
