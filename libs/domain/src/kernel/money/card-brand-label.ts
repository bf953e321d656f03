const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The brand as printed on the card, by Stripe's name (`visa`); null if unknown. */
export const cardBrandLabel = (brand: string): string | null =>
  (Object.hasOwn(brands, brand) ? brands[brand] : null) ?? null;
