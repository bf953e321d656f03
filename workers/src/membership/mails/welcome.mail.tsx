import { type SignUpMailData, findSignUpMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { companyIdentity, companyIdentityText, type CompanyIdentity } from '@ve/domain/membership/company-identity';
import { findConsent } from '@ve/domain/membership/consents';
import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import {
  MailActionButton,
  MailLabelledValues,
  MailLink,
  MailParagraph,
  MailSmallPrint,
} from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { formatPlateOrNote, trialPrice } from './membership-parts.tsx';

/**
 * The contract in writing (Consumer Contracts Regulations 2013, reg 16). Contains no name and no address: the form's
 * sender may have typed another person's e-mail address.
 */
export const welcomeEmail = (
  signUp: SignUpMailData & { trialEndsAt: Date },
  settings: MailSettings,
  company: CompanyIdentity | null = companyIdentity,
): EmailContent => {
  const subject = 'Your trial has started';
  const ends = formatInstant(signUp.trialEndsAt);
  const start = signUp.consents.find(({ kind }) => kind === 'start-now');
  const { monthlyPence } = signUp;
  const membershipPrice = formatPrice(monthlyPence);
  const rules = refundRuleTextsOfContract({ pence: monthlyPence, fullCheckPence: start?.fullCheckPence ?? 0 });
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={`It ends on ${ends}. Then ${membershipPrice} a month, unless you cancel.`}
      >
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(signUp.registration)],
            ['Paid today', `${trialPrice}, on ${formatInstant(signUp.paidAt)}`],
            ['Trial ends', ends],
            ['Then', `${membershipPrice} a month for the ${membershipOffer.membership.name}, until you cancel`],
            ['First full charge', `${membershipPrice}, within ${firstChargeDelayText} of ${ends}`],
          ]}
        />
        <MailParagraph>
          The trial gives you {membershipOffer.trial.hours} hours of saved reports, reminders and your dashboard. The
          full check comes with the first {membershipPrice}: when the trial ends, or at once if you choose “Upgrade
          Early” in your account. We e-mail you {membershipOffer.noticeHours} hours before that charge.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/signin`}>Sign in</MailActionButton>
        <MailParagraph>
          Sign in with this e-mail address and the registration {formatPlateOrNote(signUp.registration)}. We then e-mail
          you a link: there is no password.
        </MailParagraph>
        <MailParagraph>
          Cancel before the trial ends and nothing more is charged. {rules.trial} {rules.unused} {rules.used} With a
          refund your membership ends at once, otherwise with the month you have paid for. You may also cancel the
          contract within {membershipOffer.coolingOffDays} days of today without giving a reason.{' '}
          <MailLink href={`${settings.origin}/terms`}>The terms</MailLink> give an example.
        </MailParagraph>
        {signUp.consents.map(({ kind, textVersion, givenAt }) => {
          const agreed = findConsent(kind, textVersion);
          return (
            <MailSmallPrint key={kind}>
              You agreed on {formatInstant(givenAt)} (text of {textVersion}
              {agreed === null ? ').' : `): “${agreed.text}”`}
            </MailSmallPrint>
          );
        })}
        {company === null ? null : (
          <MailSmallPrint>Your contract is with {companyIdentityText(company)}</MailSmallPrint>
        )}
        <MailSmallPrint>
          If you did not sign up, someone used your e-mail address. Cancel with the link below, or write to{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};

export const buildWelcomeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const signUp = subjectId === null ? null : await findSignUpMailData(em, subjectId);
  const trialEndsAt = signUp?.trialEndsAt ?? null;
  if (signUp === null || trialEndsAt === null) return { skip: 'subject-deleted' };
  return welcomeEmail({ ...signUp, trialEndsAt }, settings);
};
