import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { addSignInLink, findSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import { signInLinkLifetimeMs } from '@ve/domain/identity/lifetimes';
import { newSecretToken } from '@ve/app/kernel/secret-token';

/** The sign-in link. It opens a page; only that page redeems it. */
export const signInLinkEmail = (token: string, settings: MailSettings): EmailContent => {
  const subject = 'Your sign-in link';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="It works once, for 10 minutes.">
        <MailParagraph>
          You asked to sign in to Vehicle Enquiry. This link signs you in and opens your report. It works once, for 10
          minutes.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/signin/link?token=${token}`}>Sign in</MailActionButton>
        <MailParagraph>
          If you did not ask for it, do nothing. No one can sign in without this link, so do not pass it on. We never
          ask you for it.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** The sign-in link for a signed-in user: opening it confirms their address. */
export const confirmAddressEmail = (token: string, settings: MailSettings): EmailContent => {
  const subject = 'Confirm your e-mail address';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="It works once, for 10 minutes.">
        <MailParagraph>
          A Vehicle Enquiry account uses this e-mail address. If it is yours, this link confirms the address and signs
          you in. It works once, for 10 minutes.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/signin/link?token=${token}`}>Confirm this address</MailActionButton>
        <MailParagraph>
          If you did not ask for it, do nothing. Without this link nothing is confirmed, so do not pass it on. We never
          ask you for it.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped when the request is ten minutes old: its user no longer waits, and may have made another. */
export const buildSignInLinkEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const request = subjectId === null ? null : await findSignInRequest(em, subjectId);
  if (subjectId === null || !request) return { skip: 'subject-deleted' };
  if (now.getTime() - request.createdAt.getTime() >= signInLinkLifetimeMs) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await addSignInLink(em, { requestId: subjectId, userId: request.userId, tokenHash: hash }, now);
  return request.registration === null ? confirmAddressEmail(token, settings) : signInLinkEmail(token, settings);
};
