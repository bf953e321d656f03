import { emailHint } from '@ve/domain/kernel/email/email-hint';
import type { EmailContent } from '../../messaging/mails/email-content.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

interface Addresses {
  oldEmail: string;
  newEmail: string;
}

const linkOf = (token: string, { origin }: MailSettings): string => `${origin}/your-data/confirm?token=${token}`;

/**
 * Asks at the account's current address to confirm or stop the change. The link opens a page; only that page's buttons have
 * an effect.
 */
export const emailChangeOldEmail = ({ newEmail }: Addresses, token: string, settings: MailSettings): EmailContent => {
  const subject = 'Change of your e-mail address: confirm or stop it';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing changes until you confirm.">
        <Paragraph>
          Somebody signed in to your account asked to change its e-mail address to {newEmail}. Nothing changes unless
          both addresses confirm it within 24 hours.
        </Paragraph>
        <Action href={linkOf(token, settings)}>Confirm or stop it</Action>
        <Paragraph>
          If it was not you, open the link and press “This was not me”: the change is stopped, and everybody who is
          signed in to your account is signed out.
        </Paragraph>
      </MailFrame>
    ),
  };
};

/** Asks at the new address to confirm the change. */
export const emailChangeNewEmail = ({ oldEmail }: Addresses, token: string, settings: MailSettings): EmailContent => {
  const subject = 'Confirm your new e-mail address';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="The link works for 24 hours.">
        <Paragraph>
          The owner of the Vehicle Enquiry account of {emailHint(oldEmail)} wants to use this address instead. Nothing
          changes unless both addresses confirm it within 24 hours.
        </Paragraph>
        <Action href={linkOf(token, settings)}>Confirm this address</Action>
        <Paragraph>If you know nothing about this, do nothing, or open the link and say that it was not you.</Paragraph>
      </MailFrame>
    ),
  };
};

/** Informs an address that already has an account; reveals that to no one else. */
export const emailAlreadyUsedEmail = (settings: MailSettings): EmailContent => {
  const subject = 'This address has an account already';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing was changed.">
        <Paragraph>
          Somebody asked for another Vehicle Enquiry account to use this e-mail address. It already has its own account,
          so nothing was changed. We did not tell them why.
        </Paragraph>
        <Paragraph>
          If it was you, sign in to that account with this address, or delete it first if you want the other account to
          have the address. If it was not you, there is nothing to do.
        </Paragraph>
        <Action href={`${settings.origin}/signin`}>Sign in</Action>
      </MailFrame>
    ),
  };
};
