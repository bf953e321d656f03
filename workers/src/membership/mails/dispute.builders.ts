import { findDispute } from '@ve/data/membership/dispute/dispute.repository';
import { disputeAnswerLetter } from './answer.mail.tsx';
import { disputeConfirmationLetter } from './dispute-confirmation.mail.tsx';
import { disputeLetter } from './dispute.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/letter.ts';

export const buildDispute: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  return dispute ? disputeLetter(dispute, settings) : { skip: 'subject-gone' };
};

export const buildDisputeConfirmation: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  return dispute ? disputeConfirmationLetter(dispute.section, settings) : { skip: 'subject-gone' };
};

export const buildDisputeAnswer: MailBuilder = async (em, { subjectId }, { settings }) => {
  const dispute = subjectId === null ? null : await findDispute(em, subjectId);
  if (dispute === null || dispute.answer === null) return { skip: 'subject-gone' };
  return disputeAnswerLetter({ ...dispute, answer: dispute.answer }, settings);
};
