import { findDataDispute } from '@ve/data/membership/dispute/dispute.repository';
import { dataDisputeAnswerEmail } from './staff-answer.mail.tsx';
import { dataDisputeConfirmationEmail } from './dispute-confirmation.mail.tsx';
import { caseNoticeEmail } from '../../messaging/mails/case-notice.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/render-email.ts';

export const buildDataDisputeCaseNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDataDispute(em, subjectId);
  return dispute ? caseNoticeEmail({ ...dispute, kind: 'dispute' }, settings) : { skip: 'subject-deleted' };
};

export const buildDataDisputeConfirmationEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDataDispute(em, subjectId);
  return dispute ? dataDisputeConfirmationEmail(dispute, settings) : { skip: 'subject-deleted' };
};

export const buildDataDisputeAnswerEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDataDispute(em, subjectId);
  if (dispute === null || dispute.answer === null) return { skip: 'subject-deleted' };
  return dataDisputeAnswerEmail({ ...dispute, answer: dispute.answer }, settings);
};
