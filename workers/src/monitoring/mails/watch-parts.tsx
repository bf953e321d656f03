import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Fragment } from 'react';
import { MailLink, MailParagraph, MailSmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** URL of the unsubscribe page; mail programs post to the same address (RFC 8058). */
export const unsubscribeUrlOf = ({ origin }: MailSettings, token: string): string =>
  `${origin}/unsubscribe?token=${token}`;

export const reportUrlOf = ({ origin }: MailSettings, registration: string): string =>
  `${origin}/report?reg=${encodeURIComponent(registration)}`;

/** URL of the page with the settings for dates, days, kinds and channels. */
export const dashboardUrlOf = ({ origin }: MailSettings): string => `${origin}/dashboard`;

/** The last paragraphs of every optional mail. */
export const UnsubscribeFooter = (props: {
  settings: MailSettings;
  what: 'reminders' | 'alerts';
  registration: string;
  token: string;
}) => {
  const { settings, what, registration, token } = props;
  return (
    <>
      <MailSmallPrint>
        You get this because your membership watches {formatRegistration(registration)} and you have {what} by e-mail
        turned on.
      </MailSmallPrint>
      <MailSmallPrint>
        <MailLink href={dashboardUrlOf(settings)}>Choose which {what} you get</MailLink>
        <br />
        <MailLink href={unsubscribeUrlOf(settings, token)}>Unsubscribe from all {what}</MailLink>
      </MailSmallPrint>
    </>
  );
};

/** A titled list; its lines have dashes in the text version too. */
export const MailTitledList = ({ title, children }: { title: string; children: readonly string[] }) => (
  <MailParagraph>
    <strong>{title}</strong>
    {children.map((line, index) => (
      <Fragment key={index}>
        <br />– {line}
      </Fragment>
    ))}
  </MailParagraph>
);
