import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { type AnnouncedChangeTerms, periodEndCoveringChange } from '@ve/domain/membership/announced-change';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import {
  MailActionButton,
  MailLabelledValues,
  MailLink,
  MailParagraph,
  MailSmallPrint,
} from '../../messaging/mails/mail-parts.tsx';
import { formatPlateOrNote } from './membership-parts.tsx';
import { changeTermsOfNotice } from '@ve/app/membership/announced-change/agree-to-change';
import { announcedChangeToken } from '@ve/app/membership/announced-change/change-token';
import { setChangeNoticeDay } from '@ve/app/membership/announced-change/notice-period';
import { announcedChangeLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findSubscriptionByStripeId } from '@ve/data/membership/subscription/subscription.repository';

const dayOf = (at: Date): string => formatDate(londonDate(at));

export interface AnnouncedChangeFacts {
  terms: AnnouncedChangeTerms;
  registration: string | null;
  /** When the membership ends without the member's agreement; null: not known. */
  endsAt: Date | null;
}

/**
 * Announces a new price or new terms, at least 30 days before: what changes and when, how to agree, and that without
 * agreement the membership ends and nothing is charged at the new price (terms of service, "Trial, price and payment").
 * The frame adds the cancel link.
 */
export const membershipChangeAnnouncedEmail = (
  { terms, registration, endsAt }: AnnouncedChangeFacts,
  agreeToken: string,
  settings: MailSettings,
): EmailContent => {
  const day = dayOf(terms.effectiveAt);
  const isPrice = terms.kind === 'price';
  const subject = isPrice
    ? `A new price from ${day}: do you agree to ${formatPrice(terms.pence)} a month?`
    : `New terms from ${day}: do you agree to them?`;
  const ends =
    endsAt === null
      ? 'at the end of the time you will have paid for by then'
      : `on ${dayOf(endsAt)}, at the end of the month that you will have paid for`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader="What changes, how to agree, and what happens if you don’t."
      >
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(registration)],
            ...(isPrice
              ? ([
                  ['You pay now', `${formatPrice(terms.previousPence)} a month`],
                  [`From ${day}`, `${formatPrice(terms.pence)} a month, if you agree`],
                ] as const)
              : ([['New terms from', day]] as const)),
            ['Please answer before', day],
          ]}
        />
        <MailParagraph>
          {isPrice
            ? `If you agree, your first payment on or after ${day} is ${formatPrice(terms.pence)}, and so is each one after it until you cancel. Until then you pay ${formatPrice(terms.previousPence)}.`
            : `If you agree, the new terms apply from ${day}. Your price does not change.`}
        </MailParagraph>
        <MailParagraph>
          {isPrice
            ? `If you don’t agree, you need not do anything. You keep your current price until your membership ends ${ends}. You never pay the new price.`
            : `If you don’t agree, you need not do anything. Your membership ends ${ends}, and nothing more is charged after that.`}
        </MailParagraph>
        {isPrice ? null : (
          <MailParagraph>
            <MailLink href={`${settings.origin}/terms`}>The new terms</MailLink> are on our site.
          </MailParagraph>
        )}
        <MailActionButton href={`${settings.origin}/membership/change?token=${agreeToken}`}>
          {isPrice ? `Agree to ${formatPrice(terms.pence)} a month` : 'Agree to the new terms'}
        </MailActionButton>
        <MailSmallPrint>
          The button opens a page that asks you to confirm. You can also agree in your account. If you change your mind
          after you agree, cancel before {day}, with the link at the end of this e-mail or in your account.
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};

/** Skipped once the member has agreed or cancelled. Its day leaves the promised notice, however late it is sent. */
export const buildMembershipChangeAnnouncedEmail: MailBuilder = async (
  em,
  { subjectId, claimedUntil },
  { settings },
) => {
  const notice = subjectId === null ? null : await setChangeNoticeDay(em, subjectId, claimedUntil);
  if (notice === null) return { skip: 'subject-deleted' };
  const { stripeSubscriptionId, agreedAt, settledAt, effectiveAt } = notice;
  const row = await findSubscriptionByStripeId(em, stripeSubscriptionId);
  if (row === null || row.endsAt !== null || agreedAt !== null || settledAt !== null) return { skip: 'not-needed' };
  const agreeToken = announcedChangeToken(notice, await announcedChangeLinkSigningKey(em));
  const endsAt = periodEndCoveringChange(row, effectiveAt);
  return membershipChangeAnnouncedEmail({ ...row, terms: changeTermsOfNotice(notice), endsAt }, agreeToken, settings);
};
