import type { CaseAnswer, CaseEndingOutcome } from '@ve/contracts/http/operations/admin-cases';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '@ve/data/kernel/context';
import { deleteComplaint } from '@ve/data/messaging/contact/complaint.repository';
import { type CaseRow, endCase, findWhoEndedCase, lockCase } from '@ve/data/operations/cases/case.repository';
import type { CaseKind } from '@ve/domain/messaging/contact/case-kinds';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { queueMail } from '../messaging/queue-message.ts';

const answerMails = {
  enquiry: 'enquiry-answer',
  affiliate: 'enquiry-answer',
  complaint: 'complaint-answer',
  dispute: 'dispute-answer',
} as const;

/**
 * Answers a case once: queues the mail with the answer, or erases it, and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const answerCaseByStaff = (
  context: Context,
  { reference, given }: { reference: string; given: CaseAnswer },
): Promise<CaseEndingOutcome> =>
  // An answer that is mailed needs no further reason.
  given.answer === null
    ? end(context, { reference, how: 'answered', answer: null, erase: given.erase, reason: given.reason })
    : end(context, { reference, how: 'answered', answer: given.answer, erase: false });

/**
 * Closes a case without an answer, or erases it, and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const closeUnansweredCaseByStaff = (
  context: Context,
  { reference, given }: { reference: string; given: { reason: string; erase: boolean } },
): Promise<CaseEndingOutcome> => end(context, { reference, how: 'closed', answer: null, ...given });

interface Ending {
  reference: string;
  how: 'answered' | 'closed';
  /** The text to mail; null: nothing is mailed. */
  answer: string | null;
  /** The caller knows that the complaint is deleted, as its sender requested. */
  erase: boolean;
}

export type CaseEndOutcome =
  | { outcome: 'unknown' }
  | { outcome: 'already'; found: CaseRow; ended: NonNullable<ReturnType<typeof caseEndOf>> }
  | { outcome: 'to-be-erased' | 'erased' | 'done'; found: CaseRow };

/**
 * Ends an open case once, in the caller's transaction, without an audit entry or a mail. A complaint whose sender
 * requested its deletion is deleted instead if `erase` is set; otherwise it is kept and the outcome is `to-be-erased`.
 * @param kind the only kind that is ended; by default any
 */
export const endOpenCase = async (
  em: EntityManager,
  { reference, how, answer, erase, kind }: Ending & { kind?: CaseKind },
  now: Date,
): Promise<CaseEndOutcome> => {
  const found = await lockCase(em, reference);
  if (found === null || (kind !== undefined && found.kind !== kind)) return { outcome: 'unknown' };
  const ended = caseEndOf(found);
  if (ended !== null) return { outcome: 'already', found, ended };
  if (found.eraseWhenAnswered && !erase) return { outcome: 'to-be-erased', found };
  if (found.eraseWhenAnswered) {
    await deleteComplaint(em, found.id);
    return { outcome: 'erased', found };
  }
  await endCase(em, { ...found, end: how === 'closed' ? { how } : { how, answer } }, now);
  return { outcome: 'done', found };
};

const end = (context: Context, { reason, ...ending }: Ending & { reason?: string }): Promise<CaseEndingOutcome> => {
  const { em, now, correlationId } = context;
  const { reference: subject, how, answer } = ending;
  const why = reason === undefined ? {} : { reason };
  return em.transactional(async (transaction) => {
    const at = now();
    const result = await endOpenCase(transaction, ending, at);
    switch (result.outcome) {
      case 'unknown':
        throw new ProblemError('not-found');
      case 'already': {
        const by = await findWhoEndedCase(transaction, subject);
        return { outcome: 'already', how: result.ended.how, at: result.ended.at.toISOString(), by };
      }
      case 'to-be-erased':
        return { outcome: 'to-be-erased' };
      case 'erased':
        await auditStaffAction(transaction, context, { action: 'complaint.erased', subject, ...why });
        return { outcome: 'erased' };
      case 'done': {
        const { id: subjectId, kind, email: recipient } = result.found;
        const details = how === 'closed' ? {} : { details: { mailed: answer !== null } };
        await auditStaffAction(transaction, context, { action: `${kind}.${how}`, subject, ...details, ...why });
        if (answer !== null) {
          const mail = { template: answerMails[kind], recipient, subjectId } as const;
          await queueMail(transaction, mail, { now: at, correlationId });
        }
        return { outcome: 'done' };
      }
    }
  });
};

/** How and when a case ended; null while it is open. */
export const caseEndOf = ({ answeredAt, closedAt }: Pick<CaseRow, 'answeredAt' | 'closedAt'>) => {
  if (closedAt !== null) return { how: 'closed', at: closedAt } as const;
  return answeredAt === null ? null : ({ how: 'answered', at: answeredAt } as const);
};
