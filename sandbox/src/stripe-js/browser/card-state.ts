import { type CardBrand, hasValidCheckDigit, cardBrandRuleOf } from './card-brands.ts';

export const cardFieldNames = ['number', 'expiry', 'cvc'] as const;
export type CardFieldName = (typeof cardFieldNames)[number];

/** The digits of each field. */
export type CardInputDigits = Record<CardFieldName, string>;

export interface CardInputError {
  type: 'validation_error';
  code: string;
  message: string;
}

/** The state of all fields together. */
export interface CardInputsState {
  empty: boolean;
  complete: boolean;
  brand: CardBrand;
  error: CardInputError | undefined;
}

/**
 * Whether a field is being typed into, was left, or is about to be sent: an incomplete field is an error only after it
 * was left.
 */
export type CardFieldStage = 'typing' | 'left' | 'sent';

export interface CardInputOccasion {
  stages: Readonly<Record<CardFieldName, CardFieldStage>>;
  now: Date;
}

const errorOf = (code: string, message: string): CardInputError => ({ type: 'validation_error', code, message });

function expiryError(digits: string, now: Date): CardInputError | undefined {
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (month < 1 || month > 12) return errorOf('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (year < now.getFullYear()) {
    return errorOf('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return errorOf('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return year > now.getFullYear() + 50
    ? errorOf('invalid_expiry_year', "Your card's expiration year is invalid.")
    : undefined;
}

/** The error of one field, with the message and code of Stripe.js. */
export function cardFieldError(
  field: CardFieldName,
  input: CardInputDigits,
  { stages, now }: CardInputOccasion,
): CardInputError | undefined {
  const [typed, stage] = [input[field], stages[field]];
  const unfinished = (code: string, message: string): CardInputError | undefined =>
    stage === 'sent' || (stage === 'left' && typed !== '') ? errorOf(code, message) : undefined;
  const { digits, cvcDigits } = cardBrandRuleOf(input.number);
  switch (field) {
    case 'number':
      if (typed.length < digits) return unfinished('incomplete_number', 'Your card number is incomplete.');
      return hasValidCheckDigit(typed) ? undefined : errorOf('invalid_number', 'Your card number is invalid.');
    case 'expiry':
      if (typed.length < 4) return unfinished('incomplete_expiry', "Your card's expiration date is incomplete.");
      return expiryError(typed, now);
    case 'cvc':
      if (typed.length >= cvcDigits) return undefined;
      return unfinished('incomplete_cvc', "Your card's security code is incomplete.");
  }
}

/** The state of the whole element; its error is that of the first wrong field. */
export function cardInputsStateOf(input: CardInputDigits, occasion: CardInputOccasion): CardInputsState {
  const sent = { number: 'sent', expiry: 'sent', cvc: 'sent' } as const;
  const errors = cardFieldNames.map((field) => cardFieldError(field, input, occasion));
  return {
    empty: cardFieldNames.every((field) => input[field] === ''),
    complete: cardFieldNames.every((field) => !cardFieldError(field, input, { ...occasion, stages: sent })),
    brand: cardBrandRuleOf(input.number).brand,
    error: errors.find((error) => error !== undefined),
  };
}
