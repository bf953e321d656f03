import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';
import { customerPathParams } from './admin-customers.ts';
import { staffReasonField } from '../kernel/admin-list-page.ts';

/*
 * Support actions for a customer. Each needs a reason, which is written to the audit log in the same transaction, and
 * each is idempotent. `deleting`: the account is being deleted, and nothing was done.
 */

const because = z.object({ reason: staffReasonField });

const outcomes = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({ outcome: z.enum(names) });

/**
 * Mails a sign-in link. `just-sent`: one was mailed less than a minute ago, and no other is sent. `too-many`: the rate
 * limit of the address is used up.
 */
export const sendCustomerSignInLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sign-in-link',
  params: customerPathParams,
  body: because,
  answers: { 200: outcomes(['sent', 'just-sent', 'too-many', 'deleting']) },
  problems: ['not-found'],
});

/**
 * Returns the full check of the present paid period to the customer, at most one. `unused`: it was not used.
 * `check-running`: a check is running, which returns it if it fails.
 */
export const returnCustomerCreditEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/credit',
  params: customerPathParams,
  body: because,
  answers: { 200: outcomes(['returned', 'unused', 'no-period', 'check-running', 'deleting']) },
  problems: ['not-found'],
});

/** The displayed refund: nothing is done if it would be another by now. */
const expected = { refundPence: z.int().check(z.minimum(0), z.maximum(1_000_000)) };

/**
 * Cancels the displayed membership, with the refund by the ordinary rule. `already`: it was cancelled before.
 * `changed`: the result would differ from what was displayed.
 */
export const cancelCustomerMembershipEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/cancellation',
  params: customerPathParams,
  body: z.extend(because, {
    ...expected,
    stripeSubscriptionId: z.nullable(z.string().check(z.minLength(1), z.maxLength(255))),
  }),
  answers: { 200: outcomes(['cancelled', 'already', 'none', 'changed', 'deleting']) },
  problems: ['not-found'],
});

/** Stops reminders and alerts, by e-mail and text, and the newsletter. `already`: all were stopped before. */
export const unsubscribeCustomerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/mail-stops',
  params: customerPathParams,
  body: because,
  answers: { 200: outcomes(['stopped', 'already', 'deleting']) },
  problems: ['not-found'],
});

/** Starts an export of all data held about the customer, for that customer only. `making`: one is being made. */
export const startCustomerDataExportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/export',
  params: customerPathParams,
  body: because,
  answers: { 200: outcomes(['started', 'making', 'deleting']) },
  problems: ['not-found'],
});

/**
 * Deletes the account as its owner would. `wrong-email`: the typed address is not the account's. `staff`: the account
 * has staff rights and is not deleted.
 */
export const deleteCustomerAccountEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/deletion',
  params: customerPathParams,
  body: z.extend(because, { ...expected, email: emailField }),
  answers: { 200: outcomes(['begun', 'wrong-email', 'staff', 'changed', 'deleting']) },
  problems: ['not-found'],
});

/** Signs one browser out. Unknown and ended sessions, and those of another user, are not found. */
export const endCustomerSessionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sessions/:sessionId/end',
  params: z.extend(customerPathParams, { sessionId: z.uuid() }),
  body: because,
  answers: { 200: outcomes(['ended']) },
  problems: ['not-found'],
});

/** Signs every browser out. `none`: no browser is signed in. */
export const endCustomerSessionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sessions/end',
  params: customerPathParams,
  body: because,
  answers: { 200: outcomes(['ended', 'none']) },
  problems: ['not-found'],
});
