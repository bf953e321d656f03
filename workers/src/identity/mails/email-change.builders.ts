import {
  type EmailChangeSide,
  findEmailChange,
  findMailedEmailChange,
  setEmailChangeToken,
} from '@ve/data/identity/email-change/email-change.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { emailChangedEmail } from './email-changed.mail.tsx';
import { emailChangeNewEmail, emailChangeOldEmail, emailAlreadyUsedEmail } from './email-change.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';

/**
 * Skipped when the change was stopped or replaced, or is a day old. Only the mail to an address already in use reveals that.
 */
const buildFor =
  (side: EmailChangeSide): MailBuilder =>
  async (em, { subjectId }, { settings, now }) => {
    const change = subjectId === null ? null : await findMailedEmailChange(em, subjectId, now);
    if (change === null) return { skip: 'subject-deleted' };
    if (!change.open) return { skip: 'not-needed' };
    if (side === 'new' && change.taken) return emailAlreadyUsedEmail(settings);
    const { token, hash } = newSecretToken();
    await setEmailChangeToken(em, { id: change.id, side, tokenHash: hash });
    const content = side === 'old' ? emailChangeOldEmail : emailChangeNewEmail;
    return content(change, token, settings);
  };

export const buildEmailChangeOldEmail = buildFor('old');

export const buildEmailChangeNewEmail = buildFor('new');

export const buildEmailChangedEmail: MailBuilder = async (em, { subjectId, recipient }, { settings }) => {
  const change = subjectId === null ? null : await findEmailChange(em, subjectId);
  if (change === null) return { skip: 'subject-deleted' };
  return emailChangedEmail(change, recipient === change.oldEmail ? 'old' : 'new', settings);
};
