/** A mailbox with its display name. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A complete mail to one recipient. */
export interface Mail {
  /** Left part of the Message-ID, the same on every attempt, so that receivers can detect duplicates. */
  id: string;
  from: Mailbox;
  to: string;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** `auto-replied`: an automatic answer to a message; must not be answered automatically. */
  automatic: 'auto-generated' | 'auto-replied';
  /** One-click unsubscribe URL (RFC 8058): unsubscribes by POST and shows a page when opened. */
  unsubscribeUrl?: string;
  /** For mail programs that unsubscribe by mail instead: who reads that. With `unsubscribeUrl` only. */
  unsubscribeTo?: string;
}

/**
 * The result of sending a mail. `refused`: the server rejects the address or the content for good; `unavailable`: it
 * was not accepted now. A server that stops responding after the whole text counts as unavailable, though it may have
 * accepted the mail.
 */
export type MailAnswer =
  | { state: 'accepted' }
  /** `deadAddress`: the server says that the address itself is the reason, and will be tomorrow. */
  | { state: 'refused'; code: number; deadAddress: boolean }
  /** `unreachable`: there was no server to talk to, so it certainly has nothing. */
  | { state: 'unavailable'; reason: UnavailableReason; code?: number };

export type UnavailableReason = 'unreachable' | 'timeout' | 'network' | 'deferred' | 'not-permitted';

export interface MailPort {
  /** Sends a mail; never throws because of the mail server. */
  send(mail: Mail): Promise<MailAnswer>;
}
