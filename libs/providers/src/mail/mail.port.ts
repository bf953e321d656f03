/** A mailbox with the name it is shown under. */
export interface Mailbox {
  name: string;
  address: string;
}

/** One mail to one person, complete. */
export interface Mail {
  /** Left part of the Message-ID, the same at every attempt, so that a receiver can tell a repeated mail. */
  id: string;
  from: Mailbox;
  to: string;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** `auto-replied`: an answer to what somebody sent us; nobody's machine is to answer it. */
  automatic: 'auto-generated' | 'auto-replied';
  /** Address that takes the receiver off the list by one POST (RFC 8058) and shows a page when opened. */
  unsubscribeUrl?: string;
}

/**
 * What became of a mail. `refused`: the server will never take it, since it does not want the address or the text;
 * `unavailable`: it was not taken now. A server that falls silent after it was given the whole text counts as
 * unavailable, though it may have taken the mail.
 */
export type MailAnswer =
  | { state: 'accepted' }
  | { state: 'refused'; code: number }
  | { state: 'unavailable'; reason: 'timeout' | 'network' | 'deferred' | 'not-permitted'; code?: number };

export interface MailPort {
  /** Sends a mail; never throws for anything that a mail server does. */
  send(mail: Mail): Promise<MailAnswer>;
}
