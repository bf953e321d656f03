import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

export type PaymentKind = 'trial' | 'membership';

/** `lost`: the bank returned the money to the card holder. */
export type ChargeDisputeState = 'open' | 'won' | 'lost';

/** A charge that was paid and kept. A payment that was refunded at sign-up is in the sign-up's row only. */
export const paymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  properties: {
    id: uuidPrimaryKey(),
    // Restricted: records of payments are kept for six years, also after the deletion of the account.
    user: () => foreignKey(userEntity, 'restrict'),
    kind: p.text().$type<PaymentKind>(),
    stripePaymentIntentId: p.text().nullable().unique('payments_stripe_payment_intent_id_unique'),
    /** Set for a membership's charge: the subscription. */
    stripeSubscriptionId: p.text().nullable(),
    stripeInvoiceId: p.text().nullable().unique('payments_stripe_invoice_id_unique'),
    amountPence: p.integer(),
    currency: p.text(),
    refundedPence: p.integer().default(0),
    /** When the charge was last refunded. */
    refundedAt: instantColumn().nullable(),
    /** The card holder's dispute at their bank, which is pending or decided. */
    disputeState: p.text().$type<ChargeDisputeState>().nullable(),
    disputedAt: instantColumn().nullable(),
    /** When the bank rejected a refund: the money has to be returned in another way. */
    refundFailedAt: instantColumn().nullable(),
    paidAt: instantColumn(),
    /** The period that a membership's charge pays for. */
    periodStart: instantColumn().nullable(),
    periodEnd: instantColumn().nullable(),
    /**
     * For a membership's charge: the agreed price of its full check in pence, which a refund deducts. 0: none was
     * agreed.
     */
    fullCheckPence: p.integer().default(0),
    /** The version of the consent under which the charge was made; null for older charges. */
    consentVersion: p.text().nullable(),
    /** Stripe's page with the receipt or invoice. */
    receiptUrl: p.text().nullable(),
    createdAt: instantColumn(),
  },
  indexes: [
    { name: 'payments_paid_at_index', properties: ['paidAt'] },
    {
      name: 'payments_refunded_at_index',
      expression:
        'create index "payments_refunded_at_index" on "payments" ("refunded_at") include ("currency", "refunded_pence") where refunded_at is not null',
    },
    { name: 'payments_lost_index', properties: ['disputedAt'], where: `dispute_state = 'lost'` },
    { name: 'payments_open_dispute_index', properties: ['disputedAt'], where: `dispute_state = 'open'` },
    {
      name: 'payments_refund_failed_at_index',
      properties: ['refundFailedAt'],
      where: 'refund_failed_at is not null',
    },
    {
      name: 'payments_stripe_subscription_id_index',
      properties: ['stripeSubscriptionId'],
      where: 'stripe_subscription_id is not null',
    },
    {
      name: 'payments_user_id_paid_at_index',
      expression: 'create index "payments_user_id_paid_at_index" on "payments" ("user_id", "paid_at" desc)',
    },
  ],
  checks: [
    { name: 'payments_kind_check', expression: `kind in ('trial', 'membership')` },
    {
      name: 'payments_stripe_check',
      expression: `(kind = 'trial' and stripe_payment_intent_id is not null and stripe_invoice_id is null) or (kind = 'membership' and stripe_invoice_id is not null)`,
    },
    { name: 'payments_amount_pence_check', expression: 'amount_pence > 0' },
    { name: 'payments_currency_check', expression: `currency ~ '^[a-z]{3}$'` },
    {
      name: 'payments_refunded_pence_check',
      expression: 'refunded_pence >= 0 and refunded_pence <= amount_pence',
    },
    { name: 'payments_refunded_at_check', expression: 'refunded_at is null or refunded_pence > 0' },
    {
      name: 'payments_dispute_state_check',
      expression: `dispute_state in ('open', 'won', 'lost') and (dispute_state is null) = (disputed_at is null)`,
    },
    {
      name: 'payments_period_check',
      expression: `(kind = 'membership') = (num_nonnulls(period_start, period_end) = 2) and period_end > period_start`,
    },
    {
      name: 'payments_full_check_pence_check',
      expression: `full_check_pence >= 0 and (kind = 'membership' or full_check_pence = 0)`,
    },
    { name: 'payments_consent_version_check', expression: `consent_version ~ '^[0-9A-Za-z.-]{1,40}$'` },
    {
      name: 'payments_receipt_url_check',
      expression: `receipt_url ~ '^https?://' and length(receipt_url) <= 2000`,
    },
  ],
});
