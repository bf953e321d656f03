import { createHmac } from 'node:crypto';

interface EventsGiven {
  events?: unknown[];
  /** The body as it is sent, in place of the events. */
  body?: string;
  secret?: string;
  /** When it was signed. */
  at?: Date;
}

/** Mails that came back, as our relay reports them, signed with the secret of the tests' configuration. */
export function signedMailEvents({
  events = [],
  body = JSON.stringify({ events }),
  secret = 'mail_webhook_secret_of_the_tests',
  at = new Date(),
}: EventsGiven = {}) {
  const seconds = Math.floor(at.getTime() / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-mail-signature': `t=${seconds},v1=${mac}` } };
}
