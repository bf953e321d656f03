import { caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import { textMessageStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { optionalMailStreams } from '../../mails.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffSearchTermField } from '../kernel/admin-list-page.ts';
import { sessionEntrySchema } from '../identity/auth.ts';
import { lastChargeRefundSchema } from '../membership/cancellation-summary.ts';
import { phoneStateSchema } from '../membership/phone.ts';
import { subscriptionSchema } from '../membership/subscription.ts';

/** Maximum number of people in a search result. */
export const maxCustomerSearchMatches = 20;

/** Maximum number of rows in each list of a customer's page, the newest first. */
export const maxCustomerSupportFileRows = 50;

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
export const searchCustomersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/customer-search',
  body: z.object({ term: staffSearchTermField }),
  answers: { 200: customerSearchResultSchema },
  problems: ['payments-unavailable'],
});

const personSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Null: the address is not confirmed by a mailed link. */
  emailVerifiedAt: z.nullable(isoInstantSchema),
  openedAt: isoInstantSchema,
  roles: z.array(z.enum(['user', 'moderator', 'admin'])),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  stripeCustomerId: z.nullable(z.string()),
  /** When the deletion of the account was confirmed; null: it is not being deleted. */
  deletingSince: z.nullable(isoInstantSchema),
});

/** `returnable`: the credit of the present period can be returned; otherwise the reason why not. */
export const creditReturnabilitySchema = z.enum(['returnable', 'unused', 'no-period', 'check-running']);

export type CreditReturnability = z.infer<typeof creditReturnabilitySchema>;

const planSchema = z.object({
  /** As the member sees it. */
  membership: subscriptionSchema,
  stripeSubscriptionId: z.nullable(z.string()),
  credit: creditReturnabilitySchema,
  /** The refund if the account were deleted now. */
  ifDeleted: lastChargeRefundSchema,
});

const chargeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['trial', 'membership']),
  pence: z.int(),
  currency: z.string(),
  paidAt: isoInstantSchema,
  refundedPence: z.int(),
  refundedAt: z.nullable(isoInstantSchema),
  /** When a bank returned the refund. */
  refundFailedAt: z.nullable(isoInstantSchema),
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  disputedAt: z.nullable(isoInstantSchema),
  periodEnd: z.nullable(isoInstantSchema),
  receiptUrl: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
});

const reportSchema = z.object({ id: z.uuid(), registration: z.string(), savedAt: isoInstantSchema });

const checkSchema = z.object({
  id: z.uuid(),
  registration: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  failure: z.nullable(z.string()),
  requestedAt: isoInstantSchema,
  finishedAt: z.nullable(isoInstantSchema),
  creditReturnedAt: z.nullable(isoInstantSchema),
  periodEnd: isoInstantSchema,
});

const mailSchema = z.object({
  id: z.uuid(),
  template: z.string(),
  recipient: z.string(),
  writtenAt: isoInstantSchema,
  /** `returned`: it bounced at a later mail server. */
  state: z.enum(['queued', 'sent', 'returned', 'failed', 'skipped']),
  /** When the mail server accepted it, or it bounced, failed or was skipped. */
  endedAt: z.nullable(isoInstantSchema),
  /** Why it failed or was skipped. */
  why: z.nullable(z.string()),
});

const textSchema = z.object({
  id: z.uuid(),
  template: z.string(),
  recipient: z.string(),
  writtenAt: isoInstantSchema,
  state: z.enum(textMessageStates),
  /** When its present state began; null: it is queued. */
  endedAt: z.nullable(isoInstantSchema),
  /** Why it failed or was skipped. */
  why: z.nullable(z.string()),
});

const jobSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: isoInstantSchema,
  /** When it was last added to its queue; null: it is still in the outbox. */
  relayedAt: z.nullable(isoInstantSchema),
  /** When it failed permanently; null: it has not. */
  failedAt: z.nullable(isoInstantSchema),
  /** The error of the last attempt. */
  why: z.nullable(z.string()),
});

const cancellationRowSchema = z.object({
  id: z.uuid(),
  registration: z.nullable(z.string()),
  origin: z.enum(['page', 'account', 'link', 'deletion', 'stripe', 'staff', 'change']),
  requestedAt: isoInstantSchema,
  endsAt: z.nullable(isoInstantSchema),
  refundPence: z.int(),
  noRefundReason: z.nullable(z.string()),
  refundId: z.nullable(z.string()),
  withdrawnAt: z.nullable(isoInstantSchema),
  finishedAt: z.nullable(isoInstantSchema),
});

const requestSchema = z.object({
  id: z.uuid(),
  kind: z.enum([...caseKinds, 'data-request', 'data-export', 'email-change', 'deletion']),
  at: isoInstantSchema,
  state: z.enum(['open', 'escalated', 'done', 'failed']),
  /** The reference of a case. */
  reference: z.nullable(z.string()),
  /** The message, up to 1,000 characters. */
  text: z.nullable(z.string()),
});

const consentSchema = z.object({ kind: z.string(), version: z.string(), givenAt: isoInstantSchema });

/** The data about a customer that support works with. A section that could not be read is null. */
export const customerSupportFileSchema = z.object({
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

export type CustomerSupportFile = z.infer<typeof customerSupportFileSchema>;

/** The sections of a customer's page that are read, and may fail, separately. */
export type CustomerSupportFileSection = Exclude<keyof CustomerSupportFile, 'person'>;

export const customerPathParams = z.object({ userId: z.uuid() });

/** Returns one account. Each read is recorded in the audit log. */
export const readCustomerSupportFileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/customers/:userId',
  params: customerPathParams,
  answers: { 200: customerSupportFileSchema },
  problems: ['not-found'],
});
