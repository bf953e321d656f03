import { type MailedMembership, findMailedMembership } from '@ve/data/membership/mails/membership-mail.repository';
import { agreedRefundRules } from '@ve/domain/membership/agreed-refund-rules';
import { type NextCharge, timelineOf } from '@ve/domain/membership/membership-timeline';
import { firstChargeDelay, offer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, Paragraph, SmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancelUrlOf, plateOf } from './membership-parts.tsx';
import { findAgreedTerms } from '@ve/data/membership/sign-up/consent.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { cancelToken } from '@ve/app/membership/cancellation/membership-token';

/** The notice before the first full charge: date, amount, and how to cancel (DMCC Act 2024 s 258 in substance). */
export const preChargeEmail = (
  membership: MailedMembership & { nextCharge: NextCharge; fullCheckPence: number },
  token: string,
  settings: MailSettings,
): EmailContent => {
  const { fullCheckPence, nextCharge, monthlyPence } = membership;
  const rules = agreedRefundRules({ pence: nextCharge.pence, fullCheckPence });
  const first = formatPrice(nextCharge.pence);
  const ends = formatInstant(nextCharge.at);
  const subject = `Your trial ends on ${ends}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`Then ${first} is charged, unless you cancel first.`}>
        <Facts
          rows={[
            ['Vehicle', plateOf(membership.registration)],
            ['Trial ends', ends],
            ['First full charge', `${first}, within ${firstChargeDelay} of that`],
            ['Then', `${formatPrice(monthlyPence)} each month, until you cancel`],
          ]}
        />
        <Paragraph>
          To stay a member, you need not do anything. The {offer.membership.name} starts automatically, with its full
          check.
        </Paragraph>
        <Paragraph>If you do not want to stay, cancel before the trial ends and nothing more is charged.</Paragraph>
        <Paragraph>
          You can still change your mind after the charge. {rules.unused} {rules.used}
        </Paragraph>
        <Action href={cancelUrlOf(settings, token)}>Cancel now</Action>
        <SmallPrint>The button opens a page that asks you to confirm. You need not sign in.</SmallPrint>
      </MailFrame>
    ),
  };
};

/** Skipped once the trial is cancelled or over: after the charge it would no longer be a notice. */
export const buildPreChargeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { stripeSubscriptionId, cancelRequestedAt, id } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const due = membershipOf(membership, now).state === 'trial' && cancelRequestedAt === null;
  if (!due || nextCharge === null || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const token = await cancelToken(em, { id, stripeSubscriptionId });
  const { fullCheckPence } = await findAgreedTerms(em, membership.userId, now);
  return preChargeEmail({ ...membership, nextCharge, fullCheckPence }, token, settings);
};
