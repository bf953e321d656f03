import type { CaseAnswer, CaseOutcome } from '@ve/contracts/http/operations/admin-cases';
import type { Context } from '@ve/data/kernel/context';
import { deleteComplaint } from '@ve/data/messaging/contact/complaint.repository';
import { type CaseRow, endCase, findCaseEnder, lockCase } from '@ve/data/operations/cases/case.repository';
import { auditStaff } from '../identity/staff/staff-audit.ts';
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
): Promise<CaseOutcome> =>
  // An answer that is mailed needs no further reason.
  given.answer === null
    ? end(context, { reference, how: 'answered', answer: null, erase: given.erase, reason: given.reason })
    : end(context, { reference, how: 'answered', answer: given.answer, erase: false });

/**
 * Closes a case without an answer, or erases it, and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const closeCaseByStaff = (
  context: Context,
  { reference, given }: { reference: string; given: { reason: string; erase: boolean } },
): Promise<CaseOutcome> => end(context, { reference, how: 'closed', answer: null, ...given });

interface Ending {
  reference: string;
  how: 'answered' | 'closed';
  /** The text to mail; null: nothing is mailed. */
  answer: string | null;
  /** Staff confirmed that the complaint is deleted, as its sender requested. */
  erase: boolean;
  reason?: string;
}

const end = (context: Context, { reference, how, answer, erase, ...why }: Ending): Promise<CaseOutcome> => {
  const { em, now, correlationId } = context;
  return em.transactional(async (transaction) => {
    const at = now();
    const found = await lockCase(transaction, reference);
    if (found === null) throw new ProblemError('not-found');
    const ended = endOf(found);
    if (ended !== null) {
      const by = await findCaseEnder(transaction, reference);
      return { outcome: 'already', how: ended.how, at: ended.at.toISOString(), by };
    }
    if (found.eraseWhenAnswered && !erase) return { outcome: 'to-be-erased' };
    if (found.eraseWhenAnswered) {
      await deleteComplaint(transaction, found.id);
      await auditStaff(transaction, context, { action: 'complaint.erased', subject: reference, ...why });
      return { outcome: 'erased' };
    }
    const ending = how === 'closed' ? { how } : { how, answer };
    await endCase(transaction, { ...found, end: ending }, at);
    const details = how === 'closed' ? {} : { details: { mailed: answer !== null } };
    await auditStaff(transaction, context, { action: `${found.kind}.${how}`, subject: reference, ...details, ...why });
    if (answer !== null) {
      const mail = { template: answerMails[found.kind], recipient: found.email, subjectId: found.id } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    }
    return { outcome: 'done' };
  });
};

/** How and when a case ended; null while it is open. */
export const endOf = ({ answeredAt, closedAt }: Pick<CaseRow, 'answeredAt' | 'closedAt'>) => {
  if (closedAt !== null) return { how: 'closed', at: closedAt } as const;
  return answeredAt === null ? null : ({ how: 'answered', at: answeredAt } as const);
};
