import { type EmailChangeSide, findEmailChange } from '@ve/data/identity/email-change/email-change.repository';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Confirms a completed change; sent to both addresses. */
export const emailChangedEmail = (
  { newEmail }: { newEmail: string },
  to: EmailChangeSide,
  settings: MailSettings,
): EmailContent => {
  const subject = 'Your e-mail address was changed';
  const signedOut = 'Every other browser was signed out.';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={signedOut}>
        {to === 'new' ? (
          <>
            <MailParagraph>
              Your account now has this address. Sign in with it. All our e-mails come here. {signedOut}
            </MailParagraph>
            <MailActionButton href={`${settings.origin}/signin`}>Sign in</MailActionButton>
          </>
        ) : (
          <>
            <MailParagraph>
              Your account now has the address {newEmail}. Both addresses confirmed the change. {signedOut} This address
              can no longer sign in. This is the last e-mail about the account that we send here.
            </MailParagraph>
            <MailParagraph>
              If it was not you, write to us at once at {settings.support}: we keep the account’s earlier address.
            </MailParagraph>
          </>
        )}
      </MailFrame>
    ),
  };
};

export const buildEmailChangedEmail: MailBuilder = async (em, { subjectId, recipient }, { settings }) => {
  const change = subjectId === null ? null : await findEmailChange(em, subjectId);
  if (change === null) return { skip: 'subject-deleted' };
  return emailChangedEmail(change, recipient === change.oldEmail ? 'old' : 'new', settings);
};
