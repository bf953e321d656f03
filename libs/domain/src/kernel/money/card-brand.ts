const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The brand of a card by Stripe's name of it (`visa`), as the card has it; null for one that we do not know. */
export const cardBrand = (brand: string): string | null =>
  (Object.hasOwn(brands, brand) ? brands[brand] : null) ?? null;
