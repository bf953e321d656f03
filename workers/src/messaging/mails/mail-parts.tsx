import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { Fragment, type ReactNode } from 'react';
import { mailTheme } from './mail-theme.ts';

const { font, light } = mailTheme;

export const MailParagraph = ({ children }: { children: ReactNode }) => (
  <Text className="m-text" style={{ margin: '0 0 16px', color: light.text, font: `400 16px/1.55 ${font}` }}>
    {children}
  </Text>
);

/** Secondary text: the sender, the unsubscribe link, a URL to copy. */
export const MailSmallPrint = ({ children }: { children: ReactNode }) => (
  <Text className="m-muted" style={{ margin: '0 0 16px', color: light.muted, font: `400 14px/1.5 ${font}` }}>
    {children}
  </Text>
);

/** A link; its URL is spelled out in the text version. */
export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="m-link"
    style={{ color: light.brand, textDecoration: 'underline', wordBreak: 'break-word' }}
  >
    {children}
  </Link>
);

/** The mail's call to action, with its URL for clients where the button does not work. */
export const MailActionButton = ({ href, children }: { href: string; children: string }) => (
  <>
    <Button
      href={href}
      className="m-button"
      style={{
        margin: '8px 0 16px',
        padding: '13px 22px',
        borderRadius: 6,
        backgroundColor: light.brand,
        color: light.onBrand,
        font: `600 16px/1.25 ${font}`,
      }}
    >
      {children}
    </Button>
    <div data-skip-in-text="true">
      <MailSmallPrint>
        If the button does not work, open this address:
        <br />
        <MailLink href={href}>{href}</MailLink>
      </MailSmallPrint>
    </div>
  </>
);

/** Text in which the reference of a complaint does not break at its hyphen. */
export const NonBreakingReferences = ({ children }: { children: string }) =>
  children.split(/(VE-[A-Z0-9]{8})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );

/** Labels and values, one per line. */
export const MailLabelledValues = ({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) => (
  <MailParagraph>
    {rows.map(([label, value], index) => (
      <Fragment key={label}>
        {index > 0 ? <br /> : null}
        <span className="m-muted" style={{ color: light.muted }}>
          {label}:
        </span>{' '}
        <NonBreakingReferences>{value}</NonBreakingReferences>
      </Fragment>
    ))}
  </MailParagraph>
);

/** User input shown literally, with all its lines and spaces. */
export const MailQuote = ({ children }: { children: string }) => (
  <blockquote
    className="m-line"
    style={{ margin: '0 0 16px', padding: '4px 0 4px 16px', borderLeft: `3px solid ${light.line}` }}
  >
    <pre
      className="m-text"
      style={{
        margin: 0,
        color: light.text,
        font: `400 16px/1.55 ${font}`,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {children.replace(/\r\n?/g, '\n')}
    </pre>
  </blockquote>
);

/** A code to type elsewhere. */
export const MailCodeText = ({ children }: { children: string }) => (
  <Text
    className="m-text"
    style={{ margin: '8px 0 24px', color: light.text, font: `600 32px/1.25 ${font}`, letterSpacing: '0.2em' }}
  >
    {children}
  </Text>
);
