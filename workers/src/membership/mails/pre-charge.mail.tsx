import { type MembershipMailData, findMembershipMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { type NextCharge, membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import {
  MailActionButton,
  MailLabelledValues,
  MailParagraph,
  MailSmallPrint,
} from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancelUrlOf, formatPlateOrNote } from './membership-parts.tsx';
import { findAgreedChargeTerms } from '@ve/data/membership/sign-up/consent.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { signMembershipLinkToken } from '@ve/app/membership/cancellation/membership-token';

/** The notice before the first full charge: date, amount, and how to cancel (DMCC Act 2024 s 258 in substance). */
export const preChargeNoticeEmail = (
  membership: MembershipMailData & { nextCharge: NextCharge; fullCheckPence: number },
  token: string,
  settings: MailSettings,
): EmailContent => {
  const { fullCheckPence, nextCharge, monthlyPence } = membership;
  const rules = refundRuleTextsOfContract({ pence: nextCharge.pence, fullCheckPence });
  const first = formatPrice(nextCharge.pence);
  const ends = formatInstant(nextCharge.at);
  const subject = `Your trial ends on ${ends}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`Then ${first} is charged, unless you cancel first.`}>
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(membership.registration)],
            ['Trial ends', ends],
            ['First full charge', `${first}, within ${firstChargeDelayText} of that`],
            ['Then', `${formatPrice(monthlyPence)} each month, until you cancel`],
          ]}
        />
        <MailParagraph>
          To stay a member, you need not do anything. The {membershipOffer.membership.name} starts automatically, with
          its full check.
        </MailParagraph>
        <MailParagraph>
          If you do not want to stay, cancel before the trial ends and nothing more is charged.
        </MailParagraph>
        <MailParagraph>
          You can still change your mind after the charge. {rules.unused} {rules.used}
        </MailParagraph>
        <MailActionButton href={cancelUrlOf(settings, token)}>Cancel now</MailActionButton>
        <MailSmallPrint>The button opens a page that asks you to confirm. You need not sign in.</MailSmallPrint>
      </MailFrame>
    ),
  };
};

/** Skipped once the trial is cancelled or over: after the charge it would no longer be a notice. */
export const buildPreChargeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMembershipMailData(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { stripeSubscriptionId, cancelRequestedAt, id } = membership;
  const { nextCharge } = membershipTimelineOf(membership, now);
  const due = membershipOf(membership, now).state === 'trial' && cancelRequestedAt === null;
  if (!due || nextCharge === null || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const token = await signMembershipLinkToken(em, { id, stripeSubscriptionId });
  const { fullCheckPence } = await findAgreedChargeTerms(em, membership.userId, now);
  return preChargeNoticeEmail({ ...membership, nextCharge, fullCheckPence }, token, settings);
};
