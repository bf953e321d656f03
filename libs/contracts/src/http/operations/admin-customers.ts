import { textStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { optionalMailStreams } from '../../mails.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { searchTerm } from '../kernel/admin-page.ts';
import { sessionEntrySchema } from '../identity/auth.ts';
import { refundSchema } from '../membership/cancellation-summary.ts';
import { phoneStateSchema } from '../membership/phone.ts';
import { subscriptionSchema } from '../membership/subscription.ts';

/** How many people a search shows at most. */
export const maxPeopleFound = 20;

/** How many rows each list of a customer's page shows at most, the newest. */
export const maxRowsShown = 50;

const personFoundSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Null: not known. */
  name: z.nullable(z.string()),
  state: subscriptionSchema.shape.state,
  /** The vehicle of the membership. */
  registration: z.nullable(z.string()),
  /** What matched: an account's address, that of its customer, a registration of a report or membership, an id of Stripe's. */
  why: z.array(
    z.object({
      by: z.enum(['email', 'name', 'registration', 'customer', 'subscription', 'payment', 'invoice', 'charge']),
      value: z.string(),
    }),
  ),
});

export type PersonFound = z.infer<typeof personFoundSchema>;

export const peopleFoundSchema = z.object({
  people: z.array(personFoundSchema),
  /** There are more than are shown. */
  isMore: z.boolean(),
});

export type PeopleFound = z.infer<typeof peopleFoundSchema>;

/**
 * Accounts by e-mail address, name, registration or an id of Stripe's. In a body, so that what is looked for is in no URL;
 * in the audit log stand only the ids that were found.
 */
export const searchCustomers = endpoint({
  method: 'POST',
  path: '/api/admin/customer-search',
  body: z.object({ term: searchTerm }),
  answers: { 200: peopleFoundSchema },
  problems: ['payments-unavailable'],
});

const personSchema = z.object({
  userId: z.uuid(),
  email: z.string(),
  /** Null: no mailed link has confirmed the address. */
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

/** `returnable`: the credit of the present period can be given back; otherwise why it cannot. */
export const creditSchema = z.enum(['returnable', 'unused', 'no-period', 'check-running']);

export type CreditState = z.infer<typeof creditSchema>;

const planSchema = z.object({
  /** As the member sees it. */
  membership: subscriptionSchema,
  stripeSubscriptionId: z.nullable(z.string()),
  credit: creditSchema,
  /** What would come back if the account were deleted now. */
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
  /** A bank sent the refund back. */
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
  /** `returned`: a later mail server sent it back. */
  state: z.enum(['queued', 'sent', 'returned', 'failed', 'skipped']),
  /** When it was accepted by the mail server, came back, failed or was skipped. */
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
  /** When its state began; null: it waits. */
  endedAt: z.nullable(isoInstant),
  /** Why it failed or was skipped. */
  why: z.nullable(z.string()),
});

const jobSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: isoInstant,
  /** When it was last given to its queue; null: it waits for that. */
  relayedAt: z.nullable(isoInstant),
  /** When it failed for good; null: it has not. */
  failedAt: z.nullable(isoInstant),
  /** The error that it was given up for. */
  why: z.nullable(z.string()),
});

const cancellationRowSchema = z.object({
  id: z.uuid(),
  registration: z.nullable(z.string()),
  origin: z.enum(['page', 'account', 'link', 'deletion', 'stripe', 'staff']),
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
  kind: z.enum(['enquiry', 'complaint', 'dispute', 'data-request', 'data-export', 'email-change', 'deletion']),
  at: isoInstant,
  state: z.enum(['open', 'escalated', 'done', 'failed']),
  /** Of a complaint. */
  reference: z.nullable(z.string()),
  /** What somebody wrote, up to 1,000 characters. */
  text: z.nullable(z.string()),
});

const consentSchema = z.object({ kind: z.string(), version: z.string(), givenAt: isoInstant });

/** Everything about a customer that support works with. A section that could not be read is null. */
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

/** The parts of a customer's page that are read, and may fail, one by one. */
export type CustomerSection = Exclude<keyof CustomerFile, 'person'>;

export const customerParams = z.object({ userId: z.uuid() });

/** One account. Each read is recorded in the audit log. */
export const readCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/customers/:userId',
  params: customerParams,
  answers: { 200: customerFileSchema },
  problems: ['not-found'],
});
