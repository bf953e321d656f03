import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { findAccountDeletion, setAccountDeletionToken } from '@ve/data/privacy/my-data/account-deletion.repository';
import { isWithinLifetime } from '@ve/domain/identity/mailed-link';
import { accountDeletionLinkLifetimeMs } from '@ve/domain/privacy/lifetimes';
import { newSecretToken } from '@ve/app/kernel/secret-token';

/**
 * The link that deletes an account. It opens a page that explains the consequences; only that page's button deletes.
 */
export const accountDeletionEmail = (token: string, worksUntil: Date, settings: MailSettings): EmailContent => {
  const subject = 'Delete your account';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing is deleted until you confirm it.">
        <MailParagraph>
          You asked to delete your Vehicle Enquiry account. The next page shows what will happen and what you get back,
          and asks you to confirm. Nothing is deleted before that.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/your-data/delete?token=${token}`}>
          See what will be deleted
        </MailActionButton>
        <MailParagraph>
          The link works once, in any browser, until {formatInstant(worksUntil)}. If you did not ask for it, do nothing:
          your account stays as it is. Do not pass the link on.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped when the link has expired, the deletion is already confirmed, or the account has another address. */
export const buildAccountDeletionEmail: MailBuilder = async (em, { subjectId, recipient }, { settings, now }) => {
  const deletion = subjectId === null ? null : await findAccountDeletion(em, subjectId);
  if (deletion === null) return { skip: 'subject-deleted' };
  const { id, email, confirmedAt, requestedAt } = deletion;
  if (confirmedAt !== null || email !== recipient || !isWithinLifetime(requestedAt, accountDeletionLinkLifetimeMs, now))
    return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setAccountDeletionToken(em, id, hash);
  return accountDeletionEmail(token, new Date(requestedAt.getTime() + accountDeletionLinkLifetimeMs), settings);
};
