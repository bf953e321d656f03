import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { staffReason } from '../kernel/admin-list-page.ts';
import { disputeSections } from '../membership/disputes.ts';

/** Maximum number of each kind that is shown, the earliest due first. */
export const maxOpenCases = 50;

export const maxAnswerLength = 4_000;

const writtenSchema = {
  email: z.string(),
  /** The account with this address, if there is one. */
  userId: z.nullable(z.uuid()),
  message: z.string(),
  receivedAt: isoInstant,
  /** The date by which an answer was promised. */
  answerBy: isoInstant,
};

const complaintSchema = z.object({
  ...writtenSchema,
  kind: z.literal('complaint'),
  reference: z.string(),
  state: z.enum(['received', 'escalated']),
  name: z.string(),
  /** As typed. */
  registration: z.nullable(z.string()),
  escalationAt: isoInstant,
  /**
   * The sender asked for the deletion of their data: the complaint is deleted when it is marked as answered, so that no
   * answer can be mailed for it.
   */
  eraseWhenAnswered: z.boolean(),
});

const openDisputeSchema = z.object({
  ...writtenSchema,
  kind: z.literal('dispute'),
  id: z.uuid(),
  registration: z.string(),
  section: z.enum(disputeSections),
  datum: z.string(),
  /** The value in the report; null: it was not available. */
  value: z.nullable(z.string()),
  source: z.nullable(z.string()),
});

const openCaseSchema = z.discriminatedUnion('kind', [complaintSchema, openDisputeSchema]);

export type OpenCase = z.infer<typeof openCaseSchema>;

export const openCasesSchema = z.object({
  cases: z.array(openCaseSchema),
  /** Whether there are more than are shown. */
  isMore: z.boolean(),
});

export type OpenCases = z.infer<typeof openCasesSchema>;

/** Unanswered complaints and data disputes, the earliest due first. Each read is recorded in the audit log. */
export const listOpenCases = endpoint({
  method: 'GET',
  path: '/api/admin/open-cases',
  answers: { 200: openCasesSchema },
  problems: [],
});

/**
 * The answer that is mailed to the sender, which also serves as the reason; null: it was answered elsewhere by e-mail,
 * and is only marked, with a reason. `erase`: staff confirmed that the complaint is deleted with it, as its sender
 * requested.
 */
export const caseAnswerSchema = z.union([
  z.object({ answer: text(maxAnswerLength) }),
  z.object({ answer: z.null(), reason: staffReason, erase: z.boolean() }),
]);

export type CaseAnswer = z.infer<typeof caseAnswerSchema>;

/**
 * `answered`: marked, and the answer, if any, is queued. `erased`: deleted, as its sender requested. `already`: it was
 * answered before; nothing was changed. `to-be-erased`: its sender requested the deletion, and the call has to confirm
 * it with `erase`; nothing was changed.
 */
export const caseOutcomeSchema = z.object({ outcome: z.enum(['answered', 'erased', 'already', 'to-be-erased']) });

export type CaseOutcome = z.infer<typeof caseOutcomeSchema>;

export const answerComplaintCase = endpoint({
  method: 'POST',
  path: '/api/admin/complaints/:reference/answer',
  params: z.object({ reference: z.string().check(z.regex(/^VE-[A-Z0-9]{8}$/)) }),
  body: caseAnswerSchema,
  answers: { 200: caseOutcomeSchema },
  problems: ['not-found'],
});

export const answerDisputeCase = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/answer',
  params: z.object({ id: z.uuid() }),
  body: caseAnswerSchema,
  answers: { 200: caseOutcomeSchema },
  problems: ['not-found'],
});
