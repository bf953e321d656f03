import type { MailedMembership } from '@ve/data/mails/membership-mail.repository';
import { chargeWords } from '@ve/domain/membership/charge-words';
import type { NextCharge } from '@ve/domain/membership/membership-timeline';
import { offer } from '@ve/domain/membership/offer';
import type { Letter } from './letter.ts';
import { MailFrame } from './mail-frame.tsx';
import { Action, Facts, Paragraph, SmallPrint } from './mail-parts.tsx';
import type { MailSettings } from './mail-settings.ts';
import { cancelUrlOf, membershipPrice, plateOf } from './membership-parts.tsx';

/** The notice of every six months: what it costs, when next, and how to end it (DMCC Act 2024 s 258 in substance). */
export const sixMonthlyLetter = (
  membership: MailedMembership & { nextCharge: NextCharge },
  token: string,
  settings: MailSettings,
): Letter => {
  const subject = `You pay ${membershipPrice} a month for your membership`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="A reminder every six months, and how to cancel.">
        <Facts
          rows={[
            ['Membership', offer.membership.name],
            ['Vehicle', plateOf(membership.registration)],
            ['Next charge', chargeWords(membership.nextCharge)],
          ]}
        />
        <Paragraph>
          It goes on each month until you cancel. Each month brings one full check, of any vehicle. The price has not
          changed.
        </Paragraph>
        <Action href={cancelUrlOf(settings, token)}>Cancel my membership</Action>
        <SmallPrint>
          The button opens a page that asks you once more. To stay a member, you need not do anything.
        </SmallPrint>
      </MailFrame>
    ),
  };
};
