import { cardExpiryDigits, formatCardExpiry, formatCardNumber, cardBrandRuleOf } from './card-brands.ts';
import type { CardInputDigits, CardFieldName } from './card-state.ts';

interface FieldText {
  /** The name of the real frame's field, which tests of other sites rely on. */
  label: string;
  name: string;
  placeholder: string;
  autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc';
}

const texts: Record<CardFieldName, FieldText> = {
  number: {
    label: 'Card number',
    name: 'number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  expiry: {
    label: 'Expiry date',
    name: 'expiry',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
  },
  cvc: { label: 'Security code', name: 'cvc', placeholder: 'CVC', autocomplete: 'cc-csc' },
};

/** A field with its label, the element of its error, and other content of its row, such as the card's icon. */
export function createCardField(
  field: CardFieldName,
  icon: Element | null,
): { row: HTMLElement; input: HTMLInputElement; error: HTMLElement } {
  const { label, name, placeholder, autocomplete } = texts[field];
  const make = <Tag extends 'div' | 'input' | 'label' | 'p'>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] =>
    Object.assign(document.createElement(tag), { className });
  const input = make('input', 'Input');
  const id = `${name}-input`;
  Object.assign(input, { id, name, placeholder, autocomplete, spellcheck: false, type: 'text', inputMode: 'numeric' });
  input.setAttribute('autocorrect', 'off');
  const labelElement = Object.assign(make('label', 'Label'), { htmlFor: id, textContent: label });
  const error = make('p', 'Error');
  error.id = `${name}-error`;
  error.setAttribute('role', 'alert');
  input.setAttribute('aria-describedby', error.id);
  const box = make('div', 'box');
  box.append(input, ...(icon === null ? [] : [icon]));
  const row = make('div', `row ${field}`);
  row.append(labelElement, box, error);
  return { row, input, error };
}

/** The digits of a field's text, up to the field's maximum. */
function readCardFieldDigits(field: CardFieldName, typed: string, numberDigits: string): string {
  const digits = typed.replace(/\D/g, '');
  switch (field) {
    case 'number':
      return digits.slice(0, cardBrandRuleOf(digits).digits);
    case 'expiry':
      return cardExpiryDigits(typed);
    case 'cvc':
      return digits.slice(0, cardBrandRuleOf(numberDigits).cvcDigits);
  }
}

function show(field: CardFieldName, value: string): string {
  if (field === 'number') return formatCardNumber(value);
  return field === 'expiry' ? formatCardExpiry(value) : value;
}

const digitsBefore = (text: string, place: number): number => text.slice(0, place).replace(/\D/g, '').length;

function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}

/** Reads the text of a field and formats it, with the caret behind the same digit. */
export function formatTypedCardField(field: CardFieldName, input: HTMLInputElement, before: CardInputDigits): string {
  const caret = input.selectionStart ?? input.value.length;
  const wasAtEnd = caret === input.value.length;
  const typedBefore = digitsBefore(input.value, caret);
  let value = readCardFieldDigits(field, input.value, before.number);
  // The user deleted the gap after the month: the digit before it is deleted instead.
  const isShorter = input.value.length < show(field, before[field]).length;
  if (field === 'expiry' && isShorter && wasAtEnd && value === before.expiry && value.length === 2) {
    value = value.slice(0, 1);
  }
  const text = show(field, value);
  if (input.value !== text) {
    input.value = text;
    const place = wasAtEnd ? text.length : placeAfter(text, typedBefore);
    input.setSelectionRange(place, place);
  }
  return value;
}
