import {
  backupsExpireAt,
  contractRetainedUntil,
  firstChargeRetentionMonths,
  formerMemberRetainedUntil,
  paymentRetainedUntil,
} from '@ve/domain/membership/retention-periods';
import { trialsPerCardDays } from '@ve/domain/membership/sign-up-outcome';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLabelledValues, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** The last mail to an account that was deleted at `deletedAt`. Built without a row: there is none left. */
export const accountDeletedEmail = (deletedAt: Date, settings: MailSettings): EmailContent => {
  const subject = 'Your account is deleted';
  const hashesUntil =
    formerMemberRetainedUntil({ trialStartedAt: deletedAt, lastPaidAt: deletedAt }, deletedAt) ?? deletedAt;
  const day = (at: Date): string => formatDate(londonDate(at));
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="What is kept, why, and until when.">
        <MailParagraph>
          Your account and everything in it are deleted: your details, reports, full checks, messages and sign-ins. Your
          membership has ended and nothing more will be charged. Any refund due to you is on its way to your card.
        </MailParagraph>
        <MailParagraph>
          If you ever paid us, we keep the following, without your name, address, e-mail address or registration. The
          law requires the first two. The last prevents fraud: deleting an account does not restart trials and refund
          periods. No one can read your card or address from it.
        </MailParagraph>
        <MailLabelledValues
          rows={[
            [
              'Payments and refunds, for tax law',
              `6 years after the end of its tax year, until ${day(paymentRetainedUntil(deletedAt))} at the latest`,
            ],
            [
              'What we announced to you, what you agreed to, and your cancellation, as proof of the contract',
              `6 years after its end, until ${day(contractRetainedUntil(deletedAt))} at the latest`,
            ],
            [
              'Hashes of your card and e-mail address, made with a secret key',
              `${trialsPerCardDays} days after your trial began, or ${firstChargeRetentionMonths} months after your last full charge if that is later: until ${day(hashesUntil)} at the latest`,
            ],
          ]}
        />
        <MailParagraph>
          Encrypted backups still hold the account until they are overwritten, by {day(backupsExpireAt(deletedAt))}.
          Stripe, which took your payments, keeps its own records of them. This is our last e-mail. We delete your
          address once we have sent it, or within 30 days if we can’t.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Built without a row: there is none left. */
export const buildAccountDeletedEmail: MailBuilder = (_em, _mail, { settings, now }) =>
  Promise.resolve(accountDeletedEmail(now, settings));
