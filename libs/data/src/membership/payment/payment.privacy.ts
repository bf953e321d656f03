import { paymentsRetainedFrom } from '@ve/domain/membership/retention-periods';
import { sql } from 'kysely';
import { isRowOfUserSql } from '../../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const paymentTablePrivacy = {
  payments: {
    rows: isRowOfUserSql,
    title: 'Payments',
    columns: sql`kind, amount_pence as "amountInPence", currency, refunded_pence as "refundedInPence",
        refunded_at as "refundedAt", paid_at as "paidAt", period_start as "from", period_end as "until",
        receipt_url as "receipt", full_check_pence as "priceOfTheFullCheckInPence",
        consent_version as "versionOfTheConsent", dispute_state as "claimedBackAtTheBank", disputed_at as "claimedBackAt",
        refund_failed_at as "refundFailedAt", stripe_payment_intent_id as "numberAtStripe",
        stripe_invoice_id as "invoiceNumberAtStripe"`,
    omits: ['created_at', 'stripe_subscription_id'],
    erase: 'rows',
    namedBy: ['id', 'stripe_payment_intent_id', 'stripe_invoice_id'],
    purge: { payments: (now) => sql`paid_at < ${paymentsRetainedFrom(now).toISOString()}` },
  },
} satisfies AggregateTablePrivacy;
