import { render, toPlainText } from '@react-email/render';
import { createElement, type ReactElement } from 'react';
import { type ReaderMembership, ReaderMembershipContext } from './mail-frame.tsx';
import type { MailBuilder as AnyMailBuilder, UnrenderedMail } from '@ve/app/messaging/mails/send-mail';

/** The content of a mail, before it is rendered and addressed. */
export interface EmailContent extends UnrenderedMail {
  /** A MailFrame, from which text and HTML are both rendered. */
  document: ReactElement;
}

/** Builds the content of a claimed mail. */
export type MailBuilder = AnyMailBuilder<EmailContent>;

/** Renders both bodies of a mail from one tree, with the reader's cancel link at the foot. */
export const renderEmail = async (
  { document }: EmailContent,
  reader: ReaderMembership | null = null,
): Promise<{ text: string; html: string }> => {
  const html = await render(createElement(ReaderMembershipContext, { value: reader }, document));
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { text, html };
};
