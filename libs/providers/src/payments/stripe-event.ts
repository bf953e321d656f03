import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentsPort, ProviderEvent } from './payments.port.ts';

/** The maximum age of a signature, and how far it may be ahead of our clock. */
const toleranceSeconds = 300;

const objectId = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));

const eventBody = z.object({
  id: objectId,
  type: z.string().check(z.regex(/^[a-z0-9_.]{1,120}$/)),
  created: z.int().check(z.positive(), z.maximum(253_402_300_799)),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.optional(objectId),
      object: z.optional(z.string()),
      payment_intent: z.optional(z.nullable(objectId)),
      invoice: z.optional(z.nullable(objectId)),
    }),
  }),
});

/** Verifies events with any of `secrets`: two during a rotation. */
export const stripeEventReader =
  (secrets: readonly string[]): PaymentsPort['readEvent'] =>
  ({ rawBody, signature, now }) => {
    if (isFromTheFuture(signature, now)) return null;
    for (const secret of secrets) {
      const body = verified({ rawBody, signature, secret, now });
      if (body !== null) return toEvent(body);
    }
    return null;
  };

function verified({ rawBody, signature, secret, now }: Parameters<PaymentsPort['readEvent']>[0] & { secret: string }) {
  try {
    return Stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    return null;
  }
}

/** The SDK only rejects old signatures. A header with several times is rejected too: only one of them is signed. */
function isFromTheFuture(signature: string, now: Date): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const seconds = /^t=(\d{1,12})$/.exec(times.length === 1 ? (times[0] ?? '') : '')?.[1];
  return seconds === undefined || Number(seconds) > Math.floor(now.getTime() / 1_000) + toleranceSeconds;
}

function toEvent(body: unknown): ProviderEvent | null {
  const read = eventBody.safeParse(body);
  if (!read.success) return null;
  const { id, type, created, livemode, data } = read.data;
  return { id, type, objectId: toRead(data.object), createdAt: new Date(created * 1_000), livemode };
}

/** The id of the object to read again. */
function toRead({ object, id, payment_intent: paymentIntent, invoice }: z.output<typeof eventBody>['data']['object']) {
  switch (object) {
    case 'charge':
    case 'refund':
    case 'dispute':
      return paymentIntent ?? null;
    case 'invoice_payment':
      return invoice ?? null;
    default:
      return id ?? null;
  }
}
