import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { type ReactNode, useContext, createContext } from 'react';
import { MailLink, MailSmallPrint, NonBreakingReferences } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { mailTheme } from './mail-theme.ts';

/** The membership that the reader of a mail can cancel, for the foot of the mail. */
export interface ReaderMembership {
  kind: 'trial' | 'membership';
  /** When it ends, or null if it is not cancelled. */
  endsAt: Date | null;
  /** URL of its signed cancel link. */
  cancelUrl: string;
}

/** Read by the frame of every mail, so that no template can leave the link out. Null: the reader has no membership. */
export const ReaderMembershipContext = createContext<ReaderMembership | null>(null);

const { font, light, plate } = mailTheme;

/** The site's logo: a small registration plate and the name, drawn without an image so that nothing is fetched. */
const Mark = () => (
  <table role="presentation" cellPadding={0} cellSpacing={0} data-skip-in-text="true">
    <tbody>
      <tr>
        <td
          style={{
            width: 10,
            borderRadius: '5px 0 0 5px',
            backgroundColor: plate.band,
          }}
        />
        <td
          style={{
            padding: '2px 8px',
            borderRadius: '0 5px 5px 0',
            backgroundColor: plate.ground,
            color: plate.ink,
            font: `700 16px/22px ${font}`,
            letterSpacing: '1px',
          }}
        >
          VE
        </td>
        <td className="m-text" style={{ paddingLeft: 12, color: light.text, font: `600 16px/24px ${font}` }}>
          Vehicle Enquiry
        </td>
      </tr>
    </tbody>
  </table>
);

/** The plate of the vehicle that a mail is about, drawn without an image. The title names it as well. */
const Plate = ({ children }: { children: string }) => (
  <table role="presentation" aria-hidden="true" cellPadding={0} cellSpacing={0} data-skip-in-text="true">
    <tbody>
      <tr>
        <td style={{ width: 10, borderRadius: '5px 0 0 5px', backgroundColor: plate.band }} />
        <td
          style={{
            padding: '4px 12px',
            borderRadius: '0 5px 5px 0',
            backgroundColor: plate.ground,
            color: plate.ink,
            font: `700 20px/26px ${font}`,
            letterSpacing: '1px',
            whiteSpace: 'nowrap',
          }}
        >
          {children}
        </td>
      </tr>
    </tbody>
  </table>
);

/** How to cancel; shown in every mail to a trial or paying member, regardless of the mail's subject. */
const HowToCancel = () => {
  const membership = useContext(ReaderMembershipContext);
  if (membership === null) return null;
  const { kind, endsAt, cancelUrl } = membership;
  return (
    <MailSmallPrint>
      {endsAt === null
        ? `You can cancel your ${kind} at any time, in two clicks and without signing in: `
        : `Your ${kind} is cancelled and ends on ${formatInstant(endsAt)}: `}
      <MailLink href={cancelUrl}>{endsAt === null ? `cancel my ${kind}` : 'see what that means'}</MailLink>
    </MailSmallPrint>
  );
};

/** The frame of every mail: preview text, heading, content, how to cancel, and sender. */
export const MailFrame = (props: {
  settings: MailSettings;
  title: string;
  /** Preview text that inboxes show after the subject. */
  preheader: string;
  /** The vehicle's registration, shown as a plate. */
  plate?: string;
  children: ReactNode;
}) => {
  const { settings, title, plate: registration } = props;
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{mailTheme.css}</style>
      </Head>
      <Body className="m-paper">
        <Preview>{props.preheader}</Preview>
        <Section className="m-paper" style={{ backgroundColor: light.paper }}>
          <div style={{ padding: '24px 16px' }}>
            <Container style={{ maxWidth: 560 }}>
              <Mark />
              <Section style={{ paddingTop: 20 }}>
                <Container
                  className="m-card"
                  style={{
                    maxWidth: 560,
                    padding: '32px 36px 16px',
                    border: `1px solid ${light.line}`,
                    borderRadius: 12,
                    borderCollapse: 'separate',
                    backgroundColor: light.surface,
                  }}
                >
                  {registration === undefined ? null : <Plate>{registration}</Plate>}
                  <Heading
                    as="h1"
                    className="m-text"
                    style={{
                      margin: registration === undefined ? '0 0 16px' : '16px 0',
                      color: light.text,
                      font: `700 24px/1.25 ${font}`,
                    }}
                  >
                    <NonBreakingReferences>{title}</NonBreakingReferences>
                  </Heading>
                  {props.children}
                </Container>
              </Section>
              <div style={{ paddingTop: 20 }}>
                <HowToCancel />
                <MailSmallPrint>
                  Vehicle Enquiry · <MailLink href={settings.origin}>{settings.origin}</MailLink>
                  <br />
                  <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>
                </MailSmallPrint>
              </div>
            </Container>
          </div>
        </Section>
      </Body>
    </Html>
  );
};
