import type { MailBuilder as AnyMailBuilder, MailContent } from '@ve/app/messaging/mails/send-mail';
import type { ReactElement } from 'react';

/** The content of a mail, before it is rendered and addressed. */
export interface EmailContent extends MailContent {
  /** A MailFrame, from which text and HTML are both rendered. */
  document: ReactElement;
}

/** Builds the content of a claimed mail. */
export type MailBuilder = AnyMailBuilder<EmailContent>;
