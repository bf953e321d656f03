import {
  cancellationCodeMs,
  findCancellationCode,
  issueCancellationCode,
} from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { hasAnythingToCancel } from '@ve/data/membership/cancellation-request/subscription-search.repository';
import { cancellationCodeEmail } from './cancellation-code.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';

/** Skipped for an address without a membership or payment, and when the code has expired. */
export const buildCancellationCodeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const asked = subjectId === null ? null : await findCancellationCode(em, subjectId);
  if (subjectId === null || asked === null) return { skip: 'subject-deleted' };
  if (now.getTime() - asked.createdAt.getTime() >= cancellationCodeMs) return { skip: 'not-needed' };
  if (!(await hasAnythingToCancel(em, asked.email))) return { skip: 'not-needed' };
  return cancellationCodeEmail(await issueCancellationCode(em, subjectId), settings);
};
