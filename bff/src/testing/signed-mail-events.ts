import { createHmac } from 'node:crypto';

interface EventsGiven {
  events?: unknown[];
  /** The body to send instead of the events. */
  body?: string;
  secret?: string;
  /** The time of the signature. */
  at?: Date;
}

/** Bounced mails as our relay reports them, signed with the secret of the tests' configuration. */
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
