import { createHash } from 'node:crypto';
import type { StripeTestCard } from '../cards.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedPaymentMethod } from '../state.types.ts';

/** The same for the same number, regardless of the customer. */
const fingerprintOf = ({ number }: StripeTestCard): string =>
  createHash('sha256').update(`sandbox/${number}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16);

/** The fields of a card wherever it appears. */
export const cardViewFields = ({
  card,
  expMonth,
  expYear,
}: Pick<SimulatedPaymentMethod, 'card' | 'expMonth' | 'expYear'>): JsonObject => ({
  brand: card.brand,
  country: card.country,
  exp_month: expMonth,
  exp_year: expYear,
  fingerprint: fingerprintOf(card),
  funding: card.funding,
  last4: card.number.slice(-4),
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
});

export function toStripeApiPaymentMethod(method: SimulatedPaymentMethod): StripeApiObject {
  return fillMissingStripeFields('payment_method', {
    id: method.id,
    created: method.created,
    customer: method.customer,
    billing_details: method.billingDetails,
    metadata: method.metadata,
    type: 'card',
    allow_redisplay: 'unspecified',
    livemode: false,
    card: {
      ...cardViewFields(method),
      display_brand: method.card.brand,
      networks: { available: [method.card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
  });
}
