import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import type { NoRefundReason, RefundDue } from '@ve/domain/membership/refund-due';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  registrationFormatCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { paymentEntity } from '../payment/payment.entity.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/**
 * Origin of a cancellation: the cancellation page, the account, a link in a mail, the deletion of the account, a refund
 * or cancellation made in Stripe's dashboard, staff, an announced change that the member did not agree to.
 */
export type CancellationOrigin = 'page' | 'account' | 'link' | 'deletion' | 'stripe' | 'staff' | 'change';

/** A cancelled membership, with what was promised and its outcome. */
export const cancellationRequestEntity = defineEntity({
  name: 'CancellationRequest',
  tableName: 'cancellation_requests',
  properties: {
    id: uuidPrimaryKey(),
    /** The address of the account at that time. */
    customerEmail: p.text(),
    user: () => foreignKey(userEntity, 'cascade').nullable(),
    /** The cancelled subscription; null in rows of earlier releases. */
    stripeSubscriptionId: p.text().nullable(),
    registrationNumber: p.text().nullable(),
    origin: p.text().$type<CancellationOrigin>().default('page'),
    /** The charge that is refunded. */
    payment: () => foreignKey(paymentEntity, 'set null').nullable(),
    /** The refund announced to the member (`domain/membership/refund-due`). */
    refundKind: p.text().$type<RefundDue['kind']>().default('none'),
    refundPence: p.integer().default(0),
    /** Why no refund was promised; null where one was, or where the refund was decided outside the service. */
    noRefundReason: p.text().$type<NoRefundReason>().nullable(),
    /** Stripe's refund, once it exists. */
    stripeRefundId: p.text().nullable(),
    /** The card that receives the refund. */
    refundCard: p.json<ChargedCard>().nullable(),
    /** End of the last period that was paid when its refund was decided: later charges are refunded. */
    paidUntil: instantColumn().nullable(),
    /** When the membership ends or ended; null in rows of earlier releases. */
    endsAt: instantColumn().nullable(),
    /** When the member undid the cancellation. */
    withdrawnAt: instantColumn().nullable(),
    /** When it was carried out at Stripe, refund included, or undone there. Null: pending. */
    finishedAt: instantColumn().nullable(),
    /** The answer to the question after a cancellation. */
    cancellationReason: p.text().nullable(),
    cancellationReasonTokenHash: p
      .text()
      .nullable()
      .unique('cancellation_requests_cancellation_reason_token_hash_unique')
      .hidden(),
    createdAt: instantColumn(),
  },
  uniques: [
    {
      name: 'cancellation_requests_live_unique',
      properties: ['stripeSubscriptionId'],
      where: 'withdrawn_at is null and stripe_subscription_id is not null',
    },
  ],
  indexes: [
    { name: 'cancellation_requests_standing_index', properties: ['createdAt'], where: 'withdrawn_at is null' },
    {
      name: 'cancellation_requests_customer_email_created_at_index',
      properties: ['customerEmail', 'createdAt'],
      columns: [{ name: 'customer_email' }, { name: 'created_at', sort: 'DESC' }],
    },
    {
      name: 'cancellation_requests_unfinished_index',
      properties: ['createdAt'],
      where: 'finished_at is null and stripe_subscription_id is not null',
    },
    {
      name: 'cancellation_requests_payment_id_index',
      properties: ['payment'],
      where: 'payment_id is not null',
    },
    { name: 'cancellation_requests_user_id_index', properties: ['user'], where: 'user_id is not null' },
  ],
  checks: [
    { name: 'cancellation_requests_customer_email_check', expression: emailFormatCheck('customer_email') },
    {
      name: 'cancellation_requests_registration_number_check',
      expression: registrationFormatCheck('registration_number'),
    },
    {
      name: 'cancellation_requests_origin_check',
      expression: `origin in ('page', 'account', 'link', 'deletion', 'stripe', 'staff', 'change')`,
    },
    {
      name: 'cancellation_requests_refund_check',
      expression: `refund_kind in ('none', 'pro-rata', 'full') and refund_pence >= 0 and (refund_kind = 'none') = (refund_pence = 0)`,
    },
    {
      name: 'cancellation_requests_no_refund_check',
      expression: `no_refund_reason in ('never-charged', 'refunded', 'disputed', 'check-used', 'too-late', 'check-price', 'not-agreed') and (no_refund_reason is null or refund_kind = 'none')`,
    },
    { name: 'cancellation_requests_refund_card_check', expression: `jsonb_typeof(refund_card) = 'object'` },
    {
      name: 'cancellation_requests_cancellation_reason_check',
      expression: `btrim(cancellation_reason) <> '' and length(cancellation_reason) <= 500`,
    },
    {
      name: 'cancellation_requests_cancellation_reason_token_hash_check',
      expression: tokenHashFormatCheck('cancellation_reason_token_hash'),
    },
  ],
});
