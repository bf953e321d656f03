const stripeObjects = {
  cus: 'customer',
  sub: 'subscription',
  pi: 'payment',
  in: 'invoice',
  ch: 'charge',
} as const;

/** The object that a Stripe id refers to, by its prefix. */
export type StripeObjectKind = (typeof stripeObjects)[keyof typeof stripeObjects];

/** The ways to search for a term of staff; null: not this way. At least one is not null. */
export interface ParsedCustomerSearch {
  stripe: { object: StripeObjectKind; id: string } | null;
  email: string | null;
  name: string | null;
  /** The start of a registration, upper-case and without spaces. */
  registration: string | null;
}

const stripeId = /^(cus|sub|pi|in|ch)_[A-Za-z0-9_]{1,250}$/;
/** Every plate has a digit. Two characters would match too many customers. */
const plateBeginning = /^(?=.*[0-9])[A-Z0-9]{3,7}$/;

const emptySearch: ParsedCustomerSearch = { stripe: null, email: null, name: null, registration: null };

/**
 * Chooses how to search for what staff typed: a Stripe id only as such, text with an @ as an e-mail address, text that
 * could start a registration as one, text without digits as a name; a single word also as part of an e-mail address.
 * Never throws.
 */
export function parseCustomerSearch(typed: string): ParsedCustomerSearch {
  const text = typed.trim().replace(/\s+/g, ' ');
  const [id, prefix] = stripeId.exec(text) ?? [];
  if (id !== undefined)
    return { ...emptySearch, stripe: { object: stripeObjects[prefix as keyof typeof stripeObjects], id } };
  if (text.includes('@')) return { ...emptySearch, email: text.toLowerCase() };
  const plate = text.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
  const registration = plateBeginning.test(plate) ? plate : null;
  const email = text.includes(' ') ? null : text.toLowerCase();
  const name = !/[0-9]/.test(text) || (registration === null && email === null) ? text : null;
  return { ...emptySearch, email, name, registration };
}
