import { maskEmail } from '@ve/domain/kernel/email/mask-email';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import {
  type EmailChangeSide,
  findEmailChangeMailData,
  setEmailChangeToken,
} from '@ve/data/identity/email-change/email-change.repository';
import { isEmailChangeOpen } from '@ve/domain/identity/email-change';
import { newSecretToken } from '@ve/app/kernel/secret-token';

interface Addresses {
  oldEmail: string;
  newEmail: string;
}

const linkOf = (token: string, { origin }: MailSettings): string => `${origin}/your-data/confirm?token=${token}`;

/**
 * Asks at the account's current address to confirm or stop the change. The link opens a page; only that page's buttons
 * have an effect.
 */
export const emailChangeOldAddressEmail = (
  { newEmail }: Addresses,
  token: string,
  settings: MailSettings,
): EmailContent => {
  const subject = 'Change of your e-mail address: confirm or stop it';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing changes until you confirm.">
        <MailParagraph>
          Someone signed in to your account has asked to change its e-mail address to {newEmail}. Nothing changes unless
          both addresses confirm it within 24 hours.
        </MailParagraph>
        <MailActionButton href={linkOf(token, settings)}>Confirm or stop it</MailActionButton>
        <MailParagraph>
          If it was not you, open the link and press “This was not me”. That stops the change and signs everyone out of
          your account.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Asks at the new address to confirm the change. */
export const emailChangeNewAddressEmail = (
  { oldEmail }: Addresses,
  token: string,
  settings: MailSettings,
): EmailContent => {
  const subject = 'Confirm your new e-mail address';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="The link works for 24 hours.">
        <MailParagraph>
          The owner of the Vehicle Enquiry account of {maskEmail(oldEmail)} wants to use this address instead. Nothing
          changes unless both addresses confirm it within 24 hours.
        </MailParagraph>
        <MailActionButton href={linkOf(token, settings)}>Confirm this address</MailActionButton>
        <MailParagraph>
          If you did not expect this, do nothing, or open the link and press “This was not me”.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Informs an address that already has an account; reveals that to no one else. */
export const emailAlreadyUsedEmail = (settings: MailSettings): EmailContent => {
  const subject = 'This address already has an account';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing was changed.">
        <MailParagraph>
          Someone asked to use this e-mail address for another Vehicle Enquiry account. It already has its own account,
          so nothing was changed. We did not tell them why.
        </MailParagraph>
        <MailParagraph>
          If it was you, sign in with this address. To use it for the other account, delete this account first. If it
          was not you, there is nothing to do.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/signin`}>Sign in</MailActionButton>
      </MailFrame>
    ),
  };
};

/**
 * Skipped when the change was stopped or replaced, or is a day old. Only the mail to an address already in use reveals
 * that.
 */
const buildFor =
  (side: EmailChangeSide): MailBuilder =>
  async (em, { subjectId }, { settings, now }) => {
    const change = subjectId === null ? null : await findEmailChangeMailData(em, subjectId);
    if (change === null) return { skip: 'subject-deleted' };
    if (!isEmailChangeOpen(change, now)) return { skip: 'not-needed' };
    if (side === 'new' && change.taken) return emailAlreadyUsedEmail(settings);
    const { token, hash } = newSecretToken();
    await setEmailChangeToken(em, { id: change.id, side, tokenHash: hash });
    const content = side === 'old' ? emailChangeOldAddressEmail : emailChangeNewAddressEmail;
    return content(change, token, settings);
  };

export const buildEmailChangeOldAddressEmail = buildFor('old');

export const buildEmailChangeNewAddressEmail = buildFor('new');
