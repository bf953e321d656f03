import type { EmailContent } from './render-email.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailActionButton, MailLink, MailParagraph, MailSmallPrint } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** Asks the owner of a mailbox to confirm the newsletter. Both links open a page; only its button has an effect. */
export const newsletterConfirmEmail = (
  tokens: { confirm: string; unsubscribe: string },
  settings: MailSettings,
): EmailContent => {
  const subject = 'Confirm that you want our newsletter';
  const unsubscribeUrl = `${settings.origin}/unsubscribe?token=${tokens.unsubscribe}`;
  return {
    subject,
    automatic: 'auto-generated',
    unsubscribeUrl,
    document: (
      <MailFrame settings={settings} title={subject} preheader="We send it only once you have confirmed.">
        <MailParagraph>
          Someone asked for the Vehicle Enquiry newsletter with this e-mail address. We send it only once you have
          confirmed.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/newsletter/confirm?token=${tokens.confirm}`}>
          Confirm my subscription
        </MailActionButton>
        <MailParagraph>
          The link works for 7 days. If it was not you, do nothing. You will get no newsletter, and we will delete your
          address.
        </MailParagraph>
        <MailSmallPrint>
          To unsubscribe at any time: <MailLink href={unsubscribeUrl}>{unsubscribeUrl}</MailLink>
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};
