import type { MailedMembership } from '@ve/data/mails/membership-mail.repository';
import { formatInstant } from '@ve/domain/time/format-date';
import type { Letter } from './letter.ts';
import { MailFrame } from './mail-frame.tsx';
import { Facts, MailLink, Paragraph } from './mail-parts.tsx';
import type { MailSettings } from './mail-settings.ts';
import { plateOf } from './membership-parts.tsx';

/** Confirms the end of a trial or membership, within 24 hours of the request (DMCC Act 2024 s 261 in substance). */
export const membershipCancelledLetter = (
  membership: MailedMembership & { endsAt: Date },
  settings: MailSettings,
  now: Date,
): Letter => {
  const over = membership.endsAt <= now;
  const ends = formatInstant(membership.endsAt);
  const inTrial = membership.trialEndsAt !== null && membership.endsAt <= membership.trialEndsAt;
  const subject = over ? `Your ${inTrial ? 'trial' : 'membership'} has ended` : 'Your membership is cancelled';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Nothing more will be charged.">
        <Facts
          rows={[
            ['Vehicle', plateOf(membership.registration)],
            [over ? 'Ended' : 'Ends', ends],
            ['Further charges', 'None'],
          ]}
        />
        <Paragraph>
          {over
            ? 'Nothing more will be charged. Your saved reports stay in your account.'
            : `You have paid until ${ends} and stay a member until then. Nothing more will be charged.`}
        </Paragraph>
        <Paragraph>
          If you did not ask for this, write to{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </Paragraph>
      </MailFrame>
    ),
  };
};
