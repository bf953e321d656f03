import { findDispute } from '@ve/data/membership/dispute/dispute.repository';
import { disputeAnswerEmail } from './staff-answer.mail.tsx';
import { disputeConfirmationEmail } from './dispute-confirmation.mail.tsx';
import { caseNoticeEmail } from '../../messaging/mails/case-notice.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/render-email.ts';

export const buildDisputeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  return dispute ? caseNoticeEmail({ ...dispute, kind: 'dispute' }, settings) : { skip: 'subject-deleted' };
};

export const buildDisputeConfirmationEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  return dispute ? disputeConfirmationEmail(dispute, settings) : { skip: 'subject-deleted' };
};

export const buildDisputeAnswerEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  if (dispute === null || dispute.answer === null) return { skip: 'subject-deleted' };
  return disputeAnswerEmail({ ...dispute, answer: dispute.answer }, settings);
};
