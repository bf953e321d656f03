import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { reason } from '../kernel/admin-page.ts';
import { disputeSections } from '../membership/disputes.ts';

/** How many of each kind are shown at most: those that are due first. */
export const maxOpenCases = 50;

export const maxAnswerLength = 4_000;

const writtenSchema = {
  email: z.string(),
  /** The account of this address, where there is one. */
  userId: z.nullable(z.uuid()),
  message: z.string(),
  receivedAt: isoInstant,
  /** By when an answer was promised. */
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
  /** Its sender asked us to delete everything: it goes when it is marked as answered, so that no mail can be sent of it. */
  eraseWhenAnswered: z.boolean(),
});

const openDisputeSchema = z.object({
  ...writtenSchema,
  kind: z.literal('dispute'),
  id: z.uuid(),
  registration: z.string(),
  section: z.enum(disputeSections),
  datum: z.string(),
  /** What the report said; null: it was not available. */
  value: z.nullable(z.string()),
  source: z.nullable(z.string()),
});

const openCaseSchema = z.discriminatedUnion('kind', [complaintSchema, openDisputeSchema]);

export type OpenCase = z.infer<typeof openCaseSchema>;

export const openCasesSchema = z.object({
  cases: z.array(openCaseSchema),
  /** There are more than are shown. */
  isMore: z.boolean(),
});

export type OpenCases = z.infer<typeof openCasesSchema>;

/** Complaints and data disputes without an answer, what is due first first. The look is recorded in the audit log. */
export const listOpenCases = endpoint({
  method: 'GET',
  path: '/api/admin/open-cases',
  answers: { 200: openCasesSchema },
  problems: [],
});

/**
 * What is mailed to whoever wrote, which is its own reason; null: it was answered by e-mail, and is only marked, for a
 * reason. `erase`: the complaint is deleted with it, as its sender wanted; staff was asked whether to.
 */
export const caseAnswerSchema = z.union([
  z.object({ answer: text(maxAnswerLength) }),
  z.object({ answer: z.null(), reason, erase: z.boolean() }),
]);

export type CaseAnswer = z.infer<typeof caseAnswerSchema>;

/**
 * `answered`: marked, and the answer, if there is one, is on its way. `erased`: its sender wanted it deleted, which is
 * done. `already`: it was answered before, and nothing has changed. `to-be-erased`: its sender wants it
 * deleted, and only with `erase` it is marked; nothing has changed.
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
