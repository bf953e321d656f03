const stripeObjects = {
  cus: 'customer',
  sub: 'subscription',
  pi: 'payment',
  in: 'invoice',
  ch: 'charge',
} as const;

/** What an id of Stripe's names, by its prefix. */
export type StripeObject = (typeof stripeObjects)[keyof typeof stripeObjects];

/** How staff's search is carried out; null: not in this way. At least one of the ways is not null. */
export interface CustomerSearch {
  stripe: { object: StripeObject; id: string } | null;
  /** A part of the e-mail address. */
  email: string | null;
  /** A part of the name. */
  name: string | null;
  /** The beginning of a registration, upper-case and without spaces. */
  registration: string | null;
}

const stripeId = /^(cus|sub|pi|in|ch)_[A-Za-z0-9_]{1,250}$/;
/** Of a plate: every one has a digit. Two characters would begin those of everybody. */
const plateBeginning = /^(?=.*[0-9])[A-Z0-9]{3,7}$/;

const nowhere: CustomerSearch = { stripe: null, email: null, name: null, registration: null };

/**
 * How to look for what staff typed: an id of Stripe's only as that, text with an @ as an e-mail address, text that could
 * begin a registration as one, text without digits as a name; one word also as a part of an e-mail address. Never throws.
 */
export function customerSearch(typed: string): CustomerSearch {
  const text = typed.trim().replace(/\s+/g, ' ');
  const [id, prefix] = stripeId.exec(text) ?? [];
  if (id !== undefined)
    return { ...nowhere, stripe: { object: stripeObjects[prefix as keyof typeof stripeObjects], id } };
  if (text.includes('@')) return { ...nowhere, email: text.toLowerCase() };
  const plate = text.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
  const registration = plateBeginning.test(plate) ? plate : null;
  const email = text.includes(' ') ? null : text.toLowerCase();
  const name = !/[0-9]/.test(text) || (registration === null && email === null) ? text : null;
  return { ...nowhere, email, name, registration };
}
