import { caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { multiLineTextField, singleLineField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { disputableReportSections } from '../membership/disputes.ts';
import { affiliateContentKinds } from '../messaging/affiliates.ts';

/** The number of cases of a page. */
export const casePageSize = 20;

export const maxCaseAnswerLength = 4_000;

/** `VE-7K3M9QXA` */
const reference = z.string().check(z.regex(/^VE-[A-Z0-9]{8}$/));

const staffMember = z.object({ id: z.uuid(), email: z.string() });

const common = {
  reference,
  email: z.string(),
  /** The account with this address, if there is one. */
  userId: z.nullable(z.uuid()),
  message: z.string(),
  receivedAt: isoInstantSchema,
  /** The time by which an answer was promised. */
  dueAt: isoInstantSchema,
  /** The admin who takes care of it. */
  assignee: z.nullable(staffMember),
  /** How, when and by whom it was ended; null while it is open. `by` is null if the audit log no longer shows it. */
  ended: z.nullable(
    z.object({ how: z.enum(['answered', 'closed']), at: isoInstantSchema, by: z.nullable(z.string()) }),
  ),
};

const enquirySchema = z.object({
  ...common,
  kind: z.literal('enquiry'),
  name: z.string(),
  /** As typed. */
  registration: z.nullable(z.string()),
});

const complaintSchema = z.object({
  ...common,
  kind: z.literal('complaint'),
  name: z.string(),
  registration: z.nullable(z.string()),
  escalated: z.boolean(),
  escalationAt: isoInstantSchema,
  /**
   * The sender asked for the deletion of their data: the complaint is deleted when it is ended, so that no answer can
   * be mailed for it.
   */
  eraseWhenAnswered: z.boolean(),
});

const affiliateSchema = z.object({
  ...common,
  kind: z.literal('affiliate'),
  name: z.string(),
  website: z.string(),
  content: z.enum(affiliateContentKinds),
});

const disputeSchema = z.object({
  ...common,
  kind: z.literal('dispute'),
  registration: z.string(),
  section: z.enum(disputableReportSections),
  datum: z.string(),
  /** The value in the report; null: it was not available. */
  value: z.nullable(z.string()),
  source: z.nullable(z.string()),
  /** When the source was asked, as the sender's page showed it. */
  readAt: z.nullable(isoInstantSchema),
});

const staffCaseSchema = z.discriminatedUnion('kind', [enquirySchema, complaintSchema, affiliateSchema, disputeSchema]);

export type StaffCase = z.infer<typeof staffCaseSchema>;

export const caseFilters = {
  kind: z.optional(z.enum(caseKinds)),
  /** `none`: those that no one takes care of. */
  assignee: z.optional(z.union([z.literal('none'), z.uuid()])),
  /** Only this case, also when it has ended. */
  reference: z.optional(reference),
};

export const caseListPageSchema = z.object({
  cases: z.array(staffCaseSchema),
  /** The cursor of the next page; null on the last one. */
  next: z.nullable(z.string()),
  /** Whom a case can be assigned to. */
  admins: z.array(staffMember),
  /** The reader among them; null for the break-glass session. */
  me: z.nullable(z.uuid()),
});

export type CaseListPage = z.infer<typeof caseListPageSchema>;

/** Open cases, the earliest due first. Each read is recorded in the audit log. */
export const listCasesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/cases',
  query: z.object({ ...caseFilters, after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,120}$/))) }),
  answers: { 200: caseListPageSchema },
  problems: [],
});

const params = z.object({ reference });

/** Why a case ends without a mailed answer, for the audit log: “Spam” is a reason. */
export const caseReasonField = singleLineField(300, 3);

/**
 * The answer that is mailed to the sender, which also serves as the reason; null: it was answered elsewhere by e-mail,
 * and is only marked, with a reason. `erase`: staff confirmed that the complaint is deleted with it, as its sender
 * requested.
 */
export const caseAnswerSchema = z.union([
  z.object({ answer: multiLineTextField(maxCaseAnswerLength) }),
  z.object({ answer: z.null(), reason: caseReasonField, erase: z.boolean() }),
]);

export type CaseAnswer = z.infer<typeof caseAnswerSchema>;

/**
 * `done`: answered or closed, and the answer, if any, is queued. `erased`: deleted, as its sender requested. `already`:
 * it had ended before, by whom and when is stated; nothing was changed. `to-be-erased`: its sender requested the
 * deletion, and the call has to confirm it with `erase`; nothing was changed.
 */
export const caseEndingOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['done', 'erased', 'to-be-erased']) }),
  z.object({
    outcome: z.literal('already'),
    how: z.enum(['answered', 'closed']),
    at: isoInstantSchema,
    by: z.nullable(z.string()),
  }),
]);

export type CaseEndingOutcome = z.infer<typeof caseEndingOutcomeSchema>;

export const answerCaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/cases/:reference/answer',
  params,
  body: caseAnswerSchema,
  answers: { 200: caseEndingOutcomeSchema },
  problems: ['not-found'],
});

/** Closes a case without an answer. */
export const closeCaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/cases/:reference/close',
  params,
  body: z.object({ reason: caseReasonField, erase: z.boolean() }),
  answers: { 200: caseEndingOutcomeSchema },
  problems: ['not-found'],
});

/** Whom the reader saw as the assignee, and who it shall be; null: no one. */
export const caseAssignmentSchema = z.object({ from: z.nullable(z.uuid()), to: z.nullable(z.uuid()) });

export type CaseAssignment = z.infer<typeof caseAssignmentSchema>;

/**
 * `changed`: another admin was faster, whose choice stands. `ended`: the case has ended. `no-admin`: `to` is no admin.
 */
export const caseAssignmentOutcomeSchema = z.object({
  outcome: z.enum(['assigned', 'changed', 'ended', 'no-admin']),
  assignee: z.nullable(staffMember),
});

export type CaseAssignmentOutcome = z.infer<typeof caseAssignmentOutcomeSchema>;

export const assignCaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/cases/:reference/assignment',
  params,
  body: caseAssignmentSchema,
  answers: { 200: caseAssignmentOutcomeSchema },
  problems: ['not-found'],
});
