/** Why a bank declines, with the codes and messages of the API. */
export interface BankDecline {
  code: string;
  declineCode: string | null;
  message: string;
}

/** When a card requires authentication. */
export type CardAuthenticationRule =
  | 'none'
  /** Until the card was set up for off-session payments. */
  | 'unless-set-up'
  /** For every payment, including off-session ones. */
  | 'always'
  /** For every on-session payment; counts as set up for off-session ones. */
  | 'on-session';

export interface StripeTestCard {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  country: string;
  funding: 'credit' | 'debit';
  /** The names of its test ids, without `pm_card_`. */
  aliases: readonly string[];
  authentication: CardAuthenticationRule;
  /** The decline of every charge, after authentication if the card requires it; null if it pays. */
  decline: BankDecline | null;
  /** Whether the card can be saved, which some declining cards can. */
  attaches: boolean;
  /** The holder disputes the charge immediately. */
  disputed: boolean;
  /** A refund succeeds first, and fails later. */
  refundFails: boolean;
  /** Saving it is processed for a while before it succeeds. */
  savedLater: boolean;
}

const declines = {
  generic: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost: { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  stolen: { code: 'card_declined', declineCode: 'stolen_card', message: 'Your card was declined.' },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: 'Your card was declined.' },
  velocity: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  cvc: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    declineCode: null,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, BankDecline>;

/** An off-session charge of a card that always requires authentication. */
export const authenticationRequiredDecline: BankDecline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** A number that is not a test card. */
const notATestCard: BankDecline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
};

const card = (number: string, more: Partial<Omit<StripeTestCard, 'number'>> = {}): StripeTestCard => ({
  number,
  brand: 'visa',
  country: 'US',
  funding: 'credit',
  aliases: [],
  authentication: 'none',
  decline: null,
  attaches: more.decline === undefined,
  disputed: false,
  refundFails: false,
  savedLater: false,
  ...more,
});

/** Cards of other countries, without special behaviour. */
const international: readonly (readonly [country: string, number: string])[] = [
  ['AT', '4000000400000008'],
  ['BE', '4000000560000004'],
  ['CH', '4000007560000009'],
  ['DE', '4000002760000016'],
  ['DK', '4000002080000001'],
  ['ES', '4000007240000007'],
  ['FI', '4000002460000001'],
  ['FR', '4000002500000003'],
  ['IE', '4000003720000005'],
  ['IT', '4000003800000008'],
  ['NL', '4000005280000002'],
  ['NO', '4000005780000007'],
  ['PL', '4000006160000005'],
  ['PT', '4000006200000007'],
  ['SE', '4000007520000008'],
];

/** The test cards that Stripe documents: https://docs.stripe.com/testing */
const cards: readonly StripeTestCard[] = [
  ...international.map(([country, number]) => card(number, { aliases: [country.toLowerCase()], country })),
  card('4242424242424242', { aliases: ['visa'] }),
  card('4000056655665556', { aliases: ['visa_debit'], funding: 'debit' }),
  card('4000008260000000', { aliases: ['gb', 'visa_gb'], country: 'GB' }),
  card('5555555555554444', { aliases: ['mastercard'], brand: 'mastercard' }),
  card('378282246310005', { aliases: ['amex'], brand: 'amex' }),
  card('4000000000000341', { aliases: ['chargeCustomerFail'], decline: declines.generic, attaches: true }),
  card('4000000000000002', { aliases: ['visa_chargeDeclined', 'chargeDeclined'], decline: declines.generic }),
  card('4000000000009995', {
    aliases: ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    decline: declines.insufficient,
  }),
  card('4000000000009987', {
    aliases: ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'],
    decline: declines.lost,
  }),
  card('4000000000009979', {
    aliases: ['visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'],
    decline: declines.stolen,
  }),
  card('4100000000000019', {
    aliases: ['radarBlock', 'visa_chargeDeclinedFraudulent', 'chargeDeclinedFraudulent'],
    decline: declines.fraudulent,
  }),
  card('4000000000006975', {
    aliases: ['visa_chargeDeclinedVelocityLimitExceeded', 'chargeDeclinedVelocityLimitExceeded'],
    decline: declines.velocity,
  }),
  card('4000000000000069', { aliases: ['chargeDeclinedExpiredCard'], decline: declines.expired }),
  card('4000000000000127', { aliases: ['chargeDeclinedIncorrectCvc'], decline: declines.cvc }),
  card('4000000000000119', { aliases: ['chargeDeclinedProcessingError'], decline: declines.processing }),
  card('4000002500003155', { aliases: ['authenticationRequiredOnSetup'], authentication: 'unless-set-up' }),
  card('4000002760003184', { aliases: ['authenticationRequired'], authentication: 'always' }),
  card('4000003800000446', { aliases: ['authenticationRequiredSetupForOffSession'], authentication: 'on-session' }),
  card('4000008260003178', {
    aliases: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    authentication: 'on-session',
    decline: declines.insufficient,
    attaches: true,
  }),
  card('4000000000003220', { aliases: ['threeDSecure2Required'], authentication: 'on-session' }),
  card('4000000000003063', { aliases: ['threeDSecureRequired'], authentication: 'on-session' }),
  card('4000008400001629', {
    aliases: ['threeDSecureRequiredChargeDeclined'],
    authentication: 'on-session',
    decline: declines.generic,
  }),
  card('4000008400001280', { aliases: ['threeDSecureRequiredProcessingError'], decline: declines.generic }),
  card('4000000000003055', { aliases: ['threeDSecureOptional'] }),
  card('4000000000003097', { aliases: ['threeDSecureOptionalProcessingError'] }),
  card('4000000000000259', { aliases: ['createDispute'], disputed: true }),
  card('4000000000005126', { aliases: ['refundFail'], refundFails: true }),
  // The sandbox's own: Stripe documents no card that is saved later.
  card('4000290000000108', {
    aliases: ['savedLater'],
    authentication: 'unless-set-up',
    savedLater: true,
  }),
];

const byNumber = new Map(cards.map((each) => [each.number, each]));
const byAlias = new Map(cards.flatMap((each) => each.aliases.map((alias) => [alias, each] as const)));

/** The card of `pm_card_visa` or `tok_visa`; null for another id. */
export function testCardOfAlias(id: string): StripeTestCard | null {
  const alias = /^(?:pm_card|tok)_(\w+)$/.exec(id)?.[1];
  return (alias !== undefined && byAlias.get(alias)) || null;
}

/**
 * Additional numbers, for trials with more payers than Stripe has test cards: a number of 16 digits with this prefix
 * that is not in the list is a separate card, which behaves like the one of that alias.
 */
const families: Readonly<Record<string, string>> = {
  '424242': 'visa',
  '400025': 'createDispute',
  '400026': 'authenticationRequiredOnSetup',
  '400027': 'authenticationRequired',
  '400028': 'refundFail',
  '400029': 'savedLater',
};

function cardOfFamily(number: string): StripeTestCard | null {
  const like = number.length === 16 ? byAlias.get(families[number.slice(0, 6)] ?? '') : undefined;
  return like ? { ...like, number, aliases: [] } : null;
}

/** The card of a number; one that is not a test card declines, as in Stripe's test mode. */
export const testCardOfNumber = (number: string): StripeTestCard =>
  byNumber.get(number) ?? cardOfFamily(number) ?? card(number, { decline: notATestCard });

/** Whether a card number has a valid length and check digit (Luhn). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export interface CardUseConditions {
  /** Without the holder, as for a renewal. */
  offSession: boolean;
  /** The holder has just authenticated. */
  authenticated: boolean;
  /** The card was set up for payments without its holder. */
  setUp: boolean;
}

export type BankVerdict = { kind: 'pay' } | { kind: 'authenticate' } | { kind: 'decline'; decline: BankDecline };

function requiresAuthentication({ authentication }: StripeTestCard, { offSession, setUp }: CardUseConditions): boolean {
  switch (authentication) {
    case 'none':
      return false;
    case 'unless-set-up':
      return !setUp;
    case 'always':
      return true;
    case 'on-session':
      return !offSession;
  }
}

/** The bank's decision about a payment. */
export function bankVerdictOnPayment(card: StripeTestCard, circumstances: CardUseConditions): BankVerdict {
  if (!circumstances.authenticated && requiresAuthentication(card, circumstances)) return { kind: 'authenticate' };
  return card.decline ? { kind: 'decline', decline: card.decline } : { kind: 'pay' };
}

/** The bank's decision about saving a card for later, without charging it. */
export function bankVerdictOnSaving(card: StripeTestCard, authenticated: boolean): BankVerdict {
  if (!authenticated && card.authentication !== 'none') return { kind: 'authenticate' };
  return card.decline && !card.attaches ? { kind: 'decline', decline: card.decline } : { kind: 'pay' };
}
