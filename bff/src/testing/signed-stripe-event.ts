import { createHmac, randomUUID } from 'node:crypto';

interface EventGiven {
  event?: Record<string, unknown>;
  /** The body to send instead of the event. */
  body?: string;
  secret?: string;
  /** The time of the signature. */
  at?: Date;
}

/** An event as Stripe delivers it, signed with the secret of the tests' configuration. */
export function signedStripeEvent({ event = {}, secret = 'whsec_test', at = new Date(), ...given }: EventGiven = {}) {
  const seconds = Math.floor(at.getTime() / 1_000);
  const body =
    given.body ??
    JSON.stringify({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: seconds,
      livemode: false,
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
      ...event,
    });
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${seconds},v1=${mac}` } };
}
