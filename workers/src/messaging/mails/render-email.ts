import { render, toPlainText } from '@react-email/render';
import { createElement } from 'react';
import type { EmailContent } from './email-content.ts';
import { type ReaderMembership, ReaderMembershipContext } from './reader-membership.ts';

/** Renders both bodies of a mail from one tree, with the reader's cancel link at the foot. */
export const renderEmail = async (
  { document }: EmailContent,
  reader: ReaderMembership | null = null,
): Promise<{ text: string; html: string }> => {
  const html = await render(createElement(ReaderMembershipContext, { value: reader }, document));
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { text, html };
};
