import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Fragment } from 'react';
import { MailLink, Paragraph, SmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '../../messaging/mails/mail-settings.ts';

/** The page of an unsubscribe link; mail programs post to the same address (RFC 8058). */
export const unsubscribeUrlOf = ({ origin }: MailSettings, token: string): string =>
  `${origin}/unsubscribe?token=${token}`;

export const reportUrlOf = ({ origin }: MailSettings, registration: string): string =>
  `${origin}/report?reg=${encodeURIComponent(registration)}`;

/** Where dates, days, kinds and channels are chosen. */
export const dashboardUrlOf = ({ origin }: MailSettings): string => `${origin}/dashboard`;

/** The last paragraphs of every mail that a member can do without. */
export const UnsubscribeFooter = (props: {
  settings: MailSettings;
  what: 'reminders' | 'alerts';
  registration: string;
  token: string;
}) => {
  const { settings, what, registration, token } = props;
  return (
    <>
      <SmallPrint>
        You get this because your membership watches {formatRegistration(registration)} and {what} by e-mail are on.
      </SmallPrint>
      <SmallPrint>
        <MailLink href={dashboardUrlOf(settings)}>Choose which {what} you get</MailLink>
        <br />
        <MailLink href={unsubscribeUrlOf(settings, token)}>Unsubscribe from all {what}</MailLink>
      </SmallPrint>
    </>
  );
};

/** A titled list, each line with a dash in the text version too. */
export const TitledList = ({ title, children }: { title: string; children: readonly string[] }) => (
  <Paragraph>
    <strong>{title}</strong>
    {children.map((line, index) => (
      <Fragment key={index}>
        <br />– {line}
      </Fragment>
    ))}
  </Paragraph>
);
