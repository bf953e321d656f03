import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  type PaymentReturnReason,
  paymentReturnReasons,
  type SignUpOutcome,
} from '@ve/domain/membership/sign-up-outcome';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  postcodeFormatCheck,
  registrationFormatCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/**
 * `open`: not paid, or paid and not processed yet; `completed`: the account has its trial; `returned`: the payment was
 * refunded; `abandoned`: never paid, and its PaymentIntent is cancelled.
 */
const signUpStatuses = ['open', 'completed', 'returned', 'abandoned'] as const;

export type SignUpStatus = (typeof signUpStatuses)[number];

/** One submitted sign-up form, written before its PaymentIntent is created, so that no payment lacks a form. */
export const signUpEntity = defineEntity({
  name: 'SignUp',
  tableName: 'sign_ups',
  properties: {
    id: uuidPrimaryKey(),
    /** Chosen by the browser, one per form. */
    idempotencyKey: p.uuid().unique('sign_ups_idempotency_key_unique'),
    email: p.text(),
    fullName: p.text(),
    /** The address lines joined by ", ". */
    address: p.text(),
    postcode: p.text(),
    registrationNumber: p.text(),
    /** SHA-256 of the cookie of the browser that submitted it, hexadecimal. */
    browserHash: p.text().hidden(),
    /** Null until Stripe has responded. */
    stripeCustomerId: p.text().nullable(),
    stripePaymentIntentId: p.text().nullable().unique('sign_ups_stripe_payment_intent_id_unique'),
    status: p.text().$type<SignUpStatus>().default('open'),
    /** The outcome of the payment; null while unpaid. */
    paymentOutcome: p.text().$type<SignUpOutcome>().nullable(),
    /** Why the payment is refunded; null for any other. */
    refundReason: p.text().$type<PaymentReturnReason>().nullable(),
    user: () => foreignKey(userEntity, 'set null').nullable(),
    /** Keyed hash of the fingerprint of the card that paid. */
    cardHash: p.text().nullable(),
    /** Attempts to pay, each counted before the request to Stripe. */
    paymentAttempts: p.integer().default(0),
    /** Stripe's confirmation token of the latest attempt. */
    confirmationToken: p.text().nullable(),
    /** Requests to Stripe to confirm the latest attempt: one more after each authentication that the bank requires. */
    confirmationCount: p.integer().default(0),
    attemptedAt: instantColumn().nullable(),
    /** The end of the lease of a confirmation in progress; null: the result of the latest one is known. */
    confirmationLeaseUntil: instantColumn().nullable(),
    /** Stripe's refund of a returned payment. */
    stripeRefundId: p.text().nullable(),
    createdAt: instantColumn(),
    paidAt: instantColumn().nullable(),
    finishedAt: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'sign_ups_stripe_customer_id_index',
      properties: ['stripeCustomerId'],
      where: 'stripe_customer_id is not null',
    },
    { name: 'sign_ups_email_created_at_index', properties: ['email', 'createdAt'] },
    { name: 'sign_ups_open_index', properties: ['createdAt'], where: `status = 'open'` },
    {
      name: 'sign_ups_without_account_index',
      properties: ['finishedAt'],
      where: `status in ('abandoned', 'returned')`,
    },
    {
      name: 'sign_ups_card_hash_finished_at_index',
      properties: ['cardHash', 'finishedAt'],
      where: 'card_hash is not null',
    },
    { name: 'sign_ups_user_id_index', properties: ['user'], where: 'user_id is not null' },
  ],
  checks: [
    { name: 'sign_ups_email_check', expression: emailFormatCheck('email') },
    { name: 'sign_ups_full_name_check', expression: `btrim(full_name) <> '' and length(full_name) <= 200` },
    { name: 'sign_ups_address_check', expression: `btrim(address) <> '' and length(address) <= 1000` },
    { name: 'sign_ups_postcode_check', expression: postcodeFormatCheck('postcode') },
    { name: 'sign_ups_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'sign_ups_browser_hash_check', expression: tokenHashFormatCheck('browser_hash') },
    { name: 'sign_ups_card_hash_check', expression: tokenHashFormatCheck('card_hash') },
    { name: 'sign_ups_payment_attempts_check', expression: 'payment_attempts >= 0' },
    {
      name: 'sign_ups_confirmation_token_check',
      expression: `confirmation_token ~ '^ctoken_[A-Za-z0-9_]{1,248}$'`,
    },
    { name: 'sign_ups_confirmation_count_check', expression: 'confirmation_count >= 0' },
    {
      name: 'sign_ups_attempt_check',
      expression:
        '(confirmation_token is null) = (attempted_at is null) and (confirmation_lease_until is null or attempted_at is not null)',
    },
    {
      name: 'sign_ups_status_check',
      expression: `status in (${signUpStatuses.map((status) => `'${status}'`).join(', ')})`,
    },
    {
      name: 'sign_ups_payment_outcome_check',
      expression: `payment_outcome in ('open-account', 'add-to-account', 'return-payment')`,
    },
    {
      name: 'sign_ups_refund_reason_check',
      expression: `refund_reason in (${paymentReturnReasons.map((reason) => `'${reason}'`).join(', ')})`,
    },
    {
      name: 'sign_ups_returned_check',
      expression: `(coalesce(payment_outcome, '') = 'return-payment') = (refund_reason is not null)`,
    },
    {
      name: 'sign_ups_finished_check',
      expression: `(status = 'open') = (finished_at is null) and (status in ('completed', 'returned')) <= (paid_at is not null and payment_outcome is not null)`,
    },
  ],
});
