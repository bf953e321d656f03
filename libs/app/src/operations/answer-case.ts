import type { CaseAnswer, CaseOutcome } from '@ve/contracts/http/operations/admin-complaints';
import type { Context } from '@ve/data/kernel/context';
import { answerDispute, findDispute } from '@ve/data/membership/dispute/dispute.repository';
import { auditStaff } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { answerComplaint } from '../messaging/contact/answer-complaint.ts';
import { queueMail } from '../messaging/queue-message.ts';

/**
 * Answers a complaint once: queues the mail with the answer, or erases it, and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const answerComplaintByStaff = (
  context: Context,
  { reference, given }: { reference: string; given: CaseAnswer },
): Promise<CaseOutcome> => {
  const { answer, erase, why } = meantBy(given);
  const { em, now, correlationId } = context;
  return em.transactional(async (transaction) => {
    const at = now();
    const { outcome, complaint } = await answerComplaint(transaction, { reference, answer, erase }, at);
    if (outcome === 'unknown') throw new ProblemError('not-found');
    if (outcome === 'already' || outcome === 'to-be-erased') return { outcome };
    const done =
      outcome === 'erased'
        ? { action: 'complaint.erased' }
        : { action: 'complaint.answered', details: { mailed: answer !== null } };
    await auditStaff(transaction, context, { ...done, subject: reference, ...why });
    if (answer !== null) {
      const { id: subjectId, email: recipient } = complaint;
      const mail = { template: 'complaint-answer', recipient, subjectId } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    }
    return { outcome };
  });
};

/**
 * Answers a data dispute once, with its mail and its audit entry, in one transaction.
 * @throws ProblemError `not-found`
 */
export const answerDisputeByStaff = (
  context: Context,
  { id, given }: { id: string; given: CaseAnswer },
): Promise<CaseOutcome> => {
  const { answer, why } = meantBy(given);
  const { em, now, correlationId } = context;
  return em.transactional(async (transaction) => {
    const at = now();
    const outcome = await answerDispute(transaction, { id, answer }, at);
    const found = outcome === 'answered' ? await findDispute(transaction, id) : null;
    if (outcome === 'already') return { outcome };
    if (found === null) throw new ProblemError('not-found');
    const details = { mailed: answer !== null };
    await auditStaff(transaction, context, { action: 'dispute.answered', subject: id, details, ...why });
    if (answer !== null) {
      const mail = { template: 'dispute-answer', recipient: found.email, subjectId: id } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    }
    return { outcome: 'answered' };
  });
};

/** An answer that is mailed needs no further reason. */
const meantBy = (given: CaseAnswer) =>
  given.answer === null
    ? { answer: null, erase: given.erase, why: { reason: given.reason } }
    : { answer: given.answer, erase: false, why: {} };
