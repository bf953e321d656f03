import { sql } from 'kysely';
import { isRowOfUserSql } from '../../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const customerTablePrivacy = {
  customers: {
    rows: isRowOfUserSql,
    title: 'Name, address and telephone',
    columns: sql`name, email as "emailAddress", address as "postalAddress", postcode, phone_number as "telephone",
        phone_confirmed_at as "telephoneConfirmedAt", stripe_customer_id as "customerNumberAtStripe",
        stripe_subscription_id as "subscriptionNumberAtStripe", created_at as "storedAt"`,
    erase: 'rows',
    namedBy: ['id', 'stripe_customer_id', 'stripe_subscription_id'],
  },
} satisfies AggregateTablePrivacy;
