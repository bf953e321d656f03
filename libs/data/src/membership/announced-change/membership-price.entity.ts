import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A price of the membership, past or present. */
export const membershipPriceEntity = defineEntity({
  name: 'MembershipPrice',
  tableName: 'membership_prices',
  properties: {
    id: uuidPrimaryKey(),
    stripePriceId: p.text().unique('membership_prices_stripe_price_id_unique'),
    /** Of a month. */
    pence: p.integer(),
    currency: p.text(),
    /** When it was announced to members who pay another price; null: it was not. */
    announcedAt: instantColumn().nullable(),
    /** Since when new contracts are made at it. */
    effectiveFrom: instantColumn(),
  },
  checks: [
    { name: 'membership_prices_stripe_price_id_check', expression: `stripe_price_id ~ '^price_[A-Za-z0-9_]{1,248}$'` },
    { name: 'membership_prices_pence_check', expression: 'pence > 0' },
    { name: 'membership_prices_currency_check', expression: `currency ~ '^[a-z]{3}$'` },
  ],
});
