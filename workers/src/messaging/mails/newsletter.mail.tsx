import { findArticle } from '@ve/domain/messaging/articles';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import type { NewsletterDraft } from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { Fragment } from 'react';
import type { EmailContent } from './render-email.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailLink, MailParagraph, MailSmallPrint } from './mail-parts.tsx';

const paragraphsOf = (opening: string): string[][] =>
  opening
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n+/)
    .map((paragraph) => paragraph.split('\n'));

/**
 * A newsletter: its opening, then title, summary and link of each article. An article that no longer exists is left
 * out. `unsubscribeToken`: null in previews and tests, which go to no subscriber.
 */
export const newsletterEmail = (
  { subject, opening, articleIds }: NewsletterDraft,
  unsubscribeToken: string | null,
  settings: MailSettings,
): EmailContent => {
  const chosen = articleIds.flatMap((id) => findArticle(id) ?? []);
  const unsubscribeUrl = unsubscribeToken === null ? null : `${settings.origin}/unsubscribe?token=${unsubscribeToken}`;
  return {
    subject,
    automatic: 'auto-generated',
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    document: (
      <MailFrame settings={settings} title={subject} preheader={chosen[0]?.title ?? subject}>
        {paragraphsOf(opening).map((lines, index) => (
          <MailParagraph key={index}>
            {lines.map((line, row) => (
              <Fragment key={row}>
                {row > 0 ? <br /> : null}
                {line}
              </Fragment>
            ))}
          </MailParagraph>
        ))}
        {chosen.map(({ id, title, excerpt }) => (
          <MailParagraph key={id}>
            <strong>
              <MailLink href={`${settings.origin}/blog/${id}`}>{title}</MailLink>
            </strong>
            <br />
            {excerpt}
          </MailParagraph>
        ))}
        <MailSmallPrint>
          You get this because you subscribed to our newsletter. To unsubscribe at any time:{' '}
          {unsubscribeUrl === null ? (
            'each subscriber’s own link is here.'
          ) : (
            <MailLink href={unsubscribeUrl}>{unsubscribeUrl}</MailLink>
          )}
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};
