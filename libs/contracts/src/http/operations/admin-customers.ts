import { caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import { textStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { optionalMailStreams } from '../../mails.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { searchTerm } from '../kernel/admin-list-page.ts';
import { sessionEntrySchema } from '../identity/auth.ts';
import { refundSchema } from '../membership/cancellation-summary.ts';
import { phoneStateSchema } from '../membership/phone.ts';
import { subscriptionSchema } from '../membership/subscription.ts';

/** Maximum number of people in a search result. */
export const maxCustomerSearchMatches = 20;

/** Maximum number of rows in each list of a customer's page, the newest first. */
export const maxRowsShown = 50;

const customerSearchMatchSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Null: unknown. */
  name: z.nullable(z.string()),
  state: subscriptionSchema.shape.state,
  /** The vehicle of the membership. */
  registration: z.nullable(z.string()),
  /**
   * What matched: the address of the account or of its customer, a registration of a report or membership, or a Stripe
   * id.
   */
  why: z.array(
    z.object({
      by: z.enum(['email', 'name', 'registration', 'customer', 'subscription', 'payment', 'invoice', 'charge']),
      value: z.string(),
    }),
  ),
});

export type CustomerSearchMatch = z.infer<typeof customerSearchMatchSchema>;

export const customerSearchResultSchema = z.object({
  people: z.array(customerSearchMatchSchema),
  /** Whether there are more than are shown. */
  isMore: z.boolean(),
});

export type CustomerSearchResult = z.infer<typeof customerSearchResultSchema>;

/**
 * Finds accounts by e-mail address, name, registration or Stripe id. The term is in the body so that it never appears
 * in a URL; the audit log has only the ids that were found.
 */
export const searchCustomers = endpoint({
  method: 'POST',
  path: '/api/admin/customer-search',
  body: z.object({ term: searchTerm }),
  answers: { 200: customerSearchResultSchema },
  problems: ['payments-unavailable'],
});

const personSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Null: the address is not confirmed by a mailed link. */
  emailVerifiedAt: z.nullable(isoInstant),
  openedAt: isoInstant,
  roles: z.array(z.enum(['user', 'moderator', 'admin'])),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  stripeCustomerId: z.nullable(z.string()),
  /** When the deletion of the account was confirmed; null: it is not being deleted. */
  deletingSince: z.nullable(isoInstant),
});

/** `returnable`: the credit of the present period can be returned; otherwise the reason why not. */
export const creditSchema = z.enum(['returnable', 'unused', 'no-period', 'check-running']);

export type CreditState = z.infer<typeof creditSchema>;

const planSchema = z.object({
  /** As the member sees it. */
  membership: subscriptionSchema,
  stripeSubscriptionId: z.nullable(z.string()),
  credit: creditSchema,
  /** The refund if the account were deleted now. */
  ifDeleted: refundSchema,
});

const chargeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['trial', 'membership']),
  pence: z.int(),
  currency: z.string(),
  paidAt: isoInstant,
  refundedPence: z.int(),
  refundedAt: z.nullable(isoInstant),
  /** When a bank returned the refund. */
  refundFailedAt: z.nullable(isoInstant),
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  disputedAt: z.nullable(isoInstant),
  periodEnd: z.nullable(isoInstant),
  receiptUrl: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
});

const reportSchema = z.object({ id: z.uuid(), registration: z.string(), savedAt: isoInstant });

const checkSchema = z.object({
  id: z.uuid(),
  registration: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  failure: z.nullable(z.string()),
  requestedAt: isoInstant,
  finishedAt: z.nullable(isoInstant),
  creditReturnedAt: z.nullable(isoInstant),
  periodEnd: isoInstant,
});

const mailSchema = z.object({
  id: z.uuid(),
  template: z.string(),
  recipient: z.string(),
  writtenAt: isoInstant,
  /** `returned`: it bounced at a later mail server. */
  state: z.enum(['queued', 'sent', 'returned', 'failed', 'skipped']),
  /** When the mail server accepted it, or it bounced, failed or was skipped. */
  endedAt: z.nullable(isoInstant),
  /** Why it failed or was skipped. */
  why: z.nullable(z.string()),
});

const textSchema = z.object({
  id: z.uuid(),
  template: z.string(),
  recipient: z.string(),
  writtenAt: isoInstant,
  state: z.enum(textStates),
  /** When its present state began; null: it is queued. */
  endedAt: z.nullable(isoInstant),
  /** Why it failed or was skipped. */
  why: z.nullable(z.string()),
});

const jobSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: isoInstant,
  /** When it was last added to its queue; null: it is still in the outbox. */
  relayedAt: z.nullable(isoInstant),
  /** When it failed permanently; null: it has not. */
  failedAt: z.nullable(isoInstant),
  /** The error of the last attempt. */
  why: z.nullable(z.string()),
});

const cancellationRowSchema = z.object({
  id: z.uuid(),
  registration: z.nullable(z.string()),
  origin: z.enum(['page', 'account', 'link', 'deletion', 'stripe', 'staff', 'change']),
  requestedAt: isoInstant,
  endsAt: z.nullable(isoInstant),
  refundPence: z.int(),
  noRefundReason: z.nullable(z.string()),
  refundId: z.nullable(z.string()),
  withdrawnAt: z.nullable(isoInstant),
  finishedAt: z.nullable(isoInstant),
});

const requestSchema = z.object({
  id: z.uuid(),
  kind: z.enum([...caseKinds, 'data-request', 'data-export', 'email-change', 'deletion']),
  at: isoInstant,
  state: z.enum(['open', 'escalated', 'done', 'failed']),
  /** The reference of a case. */
  reference: z.nullable(z.string()),
  /** The message, up to 1,000 characters. */
  text: z.nullable(z.string()),
});

const consentSchema = z.object({ kind: z.string(), version: z.string(), givenAt: isoInstant });

/** The data about a customer that support works with. A section that could not be read is null. */
export const customerFileSchema = z.object({
  person: personSchema,
  plan: z.nullable(planSchema),
  charges: z.nullable(z.array(chargeSchema)),
  vehicles: z.nullable(z.object({ checks: z.array(checkSchema), reports: z.array(reportSchema) })),
  mails: z.nullable(z.object({ mails: z.array(mailSchema), stopped: z.array(z.enum(optionalMailStreams)) })),
  texts: z.nullable(
    z.object({
      texts: z.array(textSchema),
      /** Whether the customer wants reminders and alerts as texts. */
      on: z.boolean(),
      phone: phoneStateSchema,
    }),
  ),
  jobs: z.nullable(z.array(jobSchema)),
  requests: z.nullable(z.object({ cancellations: z.array(cancellationRowSchema), others: z.array(requestSchema) })),
  sessions: z.nullable(z.array(z.omit(sessionEntrySchema, { current: true }))),
  consents: z.nullable(z.array(consentSchema)),
});

export type CustomerFile = z.infer<typeof customerFileSchema>;

/** The sections of a customer's page that are read, and may fail, separately. */
export type CustomerSection = Exclude<keyof CustomerFile, 'person'>;

export const customerParams = z.object({ userId: z.uuid() });

/** Returns one account. Each read is recorded in the audit log. */
export const readCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/customers/:userId',
  params: customerParams,
  answers: { 200: customerFileSchema },
  problems: ['not-found'],
});
