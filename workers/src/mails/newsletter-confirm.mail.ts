import type { ConfirmationDue } from '@ve/data/newsletter/newsletter.repository';
import type { Mail } from '@ve/providers/mail/mail.port';
import { mailBody } from './mail-body.ts';
import type { MailSettings } from './mail-settings.ts';

/** Asks the owner of a mailbox whether the newsletter is wanted. Both links open a page; only its button does anything. */
export const newsletterConfirmMail = (
  confirmation: ConfirmationDue,
  tokens: { confirm: string; unsubscribe: string },
  settings: MailSettings,
): Mail => {
  const subject = 'Confirm that you want our newsletter';
  const unsubscribeUrl = `${settings.origin}/newsletter/unsubscribe?token=${tokens.unsubscribe}`;
  return {
    id: `newsletter-confirm.${confirmation.id}`,
    from: settings.from,
    to: confirmation.email,
    subject,
    automatic: 'auto-generated',
    unsubscribeUrl,
    ...mailBody(settings, subject, [
      {
        kind: 'text',
        text: 'Somebody, we hope you, asked for the Vehicle Enquiry newsletter at this e-mail address. We send it only once you have confirmed.',
      },
      {
        kind: 'action',
        label: 'Confirm my subscription',
        url: `${settings.origin}/newsletter/confirm?token=${tokens.confirm}`,
      },
      {
        kind: 'text',
        text: 'The link works for 7 days. If it was not you, do nothing: you will get no newsletter, and we forget your address.',
      },
      { kind: 'text', text: `To leave at any time: ${unsubscribeUrl}` },
    ]),
  };
};
