import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { email } from '../../fields.ts';
import { customerParams } from './admin-customers.ts';
import { reason } from '../kernel/admin-page.ts';

/*
 * What support does for a customer. Each needs a reason, which stands in the audit log with it, in the same transaction, and
 * each may be repeated. `deleting`: the account is being deleted, and nothing was done.
 */

const because = z.object({ reason });

const outcomes = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({ outcome: z.enum(names) });

/**
 * Mails a sign-in link. `just-sent`: one was written less than a minute ago, and no other is. `too-many`: the address has had
 * as many as it may have for now.
 */
export const sendSignInLink = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sign-in-link',
  params: customerParams,
  body: because,
  answers: { 200: outcomes(['sent', 'just-sent', 'too-many', 'deleting']) },
  problems: ['not-found'],
});

/**
 * Gives the full check of the present paid period back, never more than one. `unused`: it is there. `check-running`: if the
 * check that runs fails, it gives its own back.
 */
export const returnCustomerCredit = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/credit',
  params: customerParams,
  body: because,
  answers: { 200: outcomes(['returned', 'unused', 'no-period', 'check-running', 'deleting']) },
  problems: ['not-found'],
});

/** What was shown before: nothing is done when something else would come back by now. */
const expected = { refundPence: z.int().check(z.minimum(0), z.maximum(1_000_000)) };

/**
 * Cancels the membership that was shown, with the refund by the rule. `already`: it was cancelled before. `changed`: it
 * would lead to something else than was shown.
 */
export const cancelForCustomer = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/cancellation',
  params: customerParams,
  body: z.extend(because, {
    ...expected,
    stripeSubscriptionId: z.nullable(z.string().check(z.minLength(1), z.maxLength(255))),
  }),
  answers: { 200: outcomes(['cancelled', 'already', 'none', 'changed', 'deleting']) },
  problems: ['not-found'],
});

/** Stops reminders and alerts, as mails and as texts, and the newsletter. `already`: all were stopped before. */
export const stopCustomerMails = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/mail-stops',
  params: customerParams,
  body: because,
  answers: { 200: outcomes(['stopped', 'already', 'deleting']) },
  problems: ['not-found'],
});

/** Has a copy of everything that is held about the customer made, for them alone. `making`: one is being made. */
export const makeCustomerCopy = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/export',
  params: customerParams,
  body: because,
  answers: { 200: outcomes(['started', 'making', 'deleting']) },
  problems: ['not-found'],
});

/**
 * Deletes the account as its owner would. `wrong-email`: the address typed is not the account's. `staff`: it has rights of
 * staff, and is not deleted.
 */
export const deleteCustomer = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/deletion',
  params: customerParams,
  body: z.extend(because, { ...expected, email }),
  answers: { 200: outcomes(['begun', 'wrong-email', 'staff', 'changed', 'deleting']) },
  problems: ['not-found'],
});

/** Signs one browser out. An unknown session, another user's, and one that has ended are not found. */
export const endCustomerSession = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sessions/:sessionId/end',
  params: z.extend(customerParams, { sessionId: z.uuid() }),
  body: because,
  answers: { 200: outcomes(['ended']) },
  problems: ['not-found'],
});

/** Signs every browser out. `none`: no browser is signed in. */
export const endCustomerSessions = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:userId/sessions/end',
  params: customerParams,
  body: because,
  answers: { 200: outcomes(['ended', 'none']) },
  problems: ['not-found'],
});
