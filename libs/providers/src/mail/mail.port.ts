export interface Mailbox {
  name: string;
  address: string;
}

export interface OutgoingMail {
  /** Left part of the Message-ID, the same on every attempt, so that receivers can detect duplicates. */
  id: string;
  from: Mailbox;
  to: string;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** `auto-replied`: an automatic reply to a message; must not be replied to automatically. */
  automatic: 'auto-generated' | 'auto-replied';
  /** One-click unsubscribe URL (RFC 8058): unsubscribes by POST and shows a page when opened. */
  unsubscribeUrl?: string;
  /** The address to which mail programs that unsubscribe by mail write. Only with `unsubscribeUrl`. */
  unsubscribeTo?: string;
}

/**
 * The result of sending a mail. `refused`: the server rejects the address or the content permanently; `unavailable`: it
 * was not accepted now. A server that stops responding after the whole text counts as unavailable, though it may have
 * accepted the mail.
 */
export type MailSendResult =
  | { state: 'accepted' }
  /** `deadAddress`: the server names the address itself as the permanent reason. */
  | { state: 'refused'; code: number; deadAddress: boolean }
  /** `unreachable`: no server was reached, so it certainly did not accept the mail. */
  | { state: 'unavailable'; reason: MailUnavailableReason; code?: number };

export type MailUnavailableReason = 'unreachable' | 'timeout' | 'network' | 'deferred' | 'not-permitted';

export interface MailPort {
  /** Sends a mail; never throws because of the mail server. */
  send(mail: OutgoingMail): Promise<MailSendResult>;
}
