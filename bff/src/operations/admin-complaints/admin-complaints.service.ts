import { Injectable } from '@nestjs/common';
import {
  type CaseAnswer,
  type CaseOutcome,
  maxOpenCases,
  type OpenCase,
  type OpenCases,
} from '@ve/contracts/http/operations/admin-complaints';
import {
  answerComplaint,
  findComplaint,
  listOpenComplaints,
  type OpenComplaint,
} from '@ve/data/messaging/contact/complaint.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  answerDispute,
  type DisputeRow,
  findDispute,
  listOpenDisputes,
} from '@ve/data/membership/dispute/dispute.repository';
import { queueMail } from '@ve/app/messaging/queue-message';
import { findUserIds } from '@ve/data/identity/user/user.repository';
import { complaintDates } from '@ve/domain/messaging/contact/complaint-dates';
import { contactPromises } from '@ve/domain/messaging/contact/response-times';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';

const anHour = 3_600_000;

/** Complaints and data disputes, for the staff who answer them. */
@Injectable()
export class AdminComplaintsService {
  /** Lists the unanswered cases, earliest deadline first, and audits the read. */
  async list(context: Context): Promise<OpenCases> {
    return context.em.transactional(async (transaction) => {
      const complaints = await listOpenComplaints(transaction, maxOpenCases + 1);
      const disputes = await listOpenDisputes(transaction, maxOpenCases + 1);
      const shown = [...complaints.slice(0, maxOpenCases), ...disputes.slice(0, maxOpenCases)];
      if (shown.length > 0) {
        const details = { found: shown.map(({ id }) => id) };
        await auditStaff(transaction, context, { action: 'cases.viewed', details });
      }
      const userIds = await findUserIds(transaction, [...new Set(shown.map(({ email }) => email))]);
      const cases = [
        ...complaints.slice(0, maxOpenCases).map((each) => toComplaint(each, userIds.get(each.email) ?? null)),
        ...disputes.slice(0, maxOpenCases).map((each) => toDispute(each, userIds.get(each.email) ?? null)),
      ].toSorted((one, other) => (one.answerBy < other.answerBy ? -1 : 1));
      return { cases, isMore: Math.max(complaints.length, disputes.length) > maxOpenCases };
    });
  }

  /** @throws ProblemError `not-found` */
  async answerComplaint(context: Context, reference: string, given: CaseAnswer): Promise<CaseOutcome> {
    const { answer, erase, why } = meantBy(given);
    const { em, now, correlationId } = context;
    return em.transactional(async (transaction) => {
      const found = await findComplaint(transaction, reference);
      const at = now();
      const outcome = await answerComplaint(transaction, reference, at, { answer, erase });
      if (found === null || outcome === 'unknown') throw new ProblemError('not-found');
      if (outcome === 'already' || outcome === 'to-be-erased') return { outcome };
      const done =
        outcome === 'erased'
          ? { action: 'complaint.erased' }
          : { action: 'complaint.answered', details: { mailed: answer !== null } };
      await auditStaff(transaction, context, { ...done, subject: reference, ...why });
      if (answer !== null) {
        const { id: subjectId, email: recipient } = found;
        const mail = { template: 'complaint-answer', recipient, subjectId } as const;
        await queueMail(transaction, mail, { now: at, correlationId });
      }
      return { outcome };
    });
  }

  /** @throws ProblemError `not-found` */
  async answerDispute(context: Context, id: string, given: CaseAnswer): Promise<CaseOutcome> {
    const { answer, why } = meantBy(given);
    const { em, now, correlationId } = context;
    return em.transactional(async (transaction) => {
      const at = now();
      const outcome = await answerDispute(transaction, id, at, answer);
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
  }
}

/** An answer that is mailed needs no further reason. */
const meantBy = (given: CaseAnswer) =>
  given.answer === null
    ? { answer: null, erase: given.erase, why: { reason: given.reason } }
    : { answer: given.answer, erase: false, why: {} };

const toComplaint = (complaint: OpenComplaint, userId: string | null): OpenCase => {
  const { reference, state, name, email, registration, message, eraseWhenAnswered, receivedAt } = complaint;
  const { answerBy, escalationAt } = complaintDates(receivedAt);
  return {
    kind: 'complaint',
    reference,
    state,
    name,
    email,
    userId,
    registration,
    message,
    eraseWhenAnswered,
    receivedAt: receivedAt.toISOString(),
    answerBy: answerBy.toISOString(),
    escalationAt: escalationAt.toISOString(),
  };
};

const toDispute = (
  { id, registration, section, datum, value, source, message, email, createdAt }: DisputeRow,
  userId: string | null,
): OpenCase => ({
  kind: 'dispute',
  id,
  registration,
  section,
  datum,
  value,
  source,
  message,
  email,
  userId,
  receivedAt: createdAt.toISOString(),
  answerBy: new Date(createdAt.getTime() + contactPromises.replyHours * anHour).toISOString(),
});
