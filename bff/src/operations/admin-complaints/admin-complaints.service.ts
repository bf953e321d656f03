import { Injectable } from '@nestjs/common';
import { maxOpenCases, type OpenCase, type OpenCases } from '@ve/contracts/http/operations/admin-complaints';
import { listOpenComplaints, type OpenComplaint } from '@ve/data/messaging/contact/complaint.repository';
import type { Context } from '@ve/data/kernel/context';
import { type DisputeRow, listOpenDisputes } from '@ve/data/membership/dispute/dispute.repository';
import { findUserIdsByEmail } from '@ve/data/identity/user/user.repository';
import { complaintDates } from '@ve/domain/messaging/contact/complaint-dates';
import { promisedResponseTimes } from '@ve/domain/messaging/contact/response-times';
import { readAudited } from '@ve/app/identity/staff/staff-audit';

const anHour = 3_600_000;

/** Complaints and data disputes, for the staff who answer them. */
@Injectable()
export class AdminComplaintsService {
  /** Lists the unanswered cases, earliest deadline first, and audits the read. */
  async list(context: Context): Promise<OpenCases> {
    const { complaints, disputes, userIds } = await readAudited(
      context,
      async (em) => {
        const complaints = await listOpenComplaints(em, maxOpenCases + 1);
        const disputes = await listOpenDisputes(em, maxOpenCases + 1);
        const emails = [...complaints, ...disputes].map(({ email }) => email);
        return { complaints, disputes, userIds: await findUserIdsByEmail(em, [...new Set(emails)]) };
      },
      (read) => {
        const found = [...shownOf(read.complaints), ...shownOf(read.disputes)].map(({ id }) => id);
        return found.length === 0 ? null : { action: 'cases.viewed', details: { found } };
      },
    );
    const cases = [
      ...shownOf(complaints).map((each) => toComplaint(each, userIds.get(each.email) ?? null)),
      ...shownOf(disputes).map((each) => toDispute(each, userIds.get(each.email) ?? null)),
    ].toSorted((one, other) => (one.answerBy < other.answerBy ? -1 : 1));
    return { cases, isMore: Math.max(complaints.length, disputes.length) > maxOpenCases };
  }
}

const shownOf = <T>(found: readonly T[]): T[] => found.slice(0, maxOpenCases);

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
  answerBy: new Date(createdAt.getTime() + promisedResponseTimes.replyHours * anHour).toISOString(),
});
