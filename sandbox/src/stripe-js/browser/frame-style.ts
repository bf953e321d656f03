import type { StripeElementStyle } from '@stripe/stripe-js';

const properties: Readonly<Record<string, string>> = {
  backgroundColor: 'background-color',
  color: 'color',
  fontFamily: 'font-family',
  fontSize: 'font-size',
  fontSmoothing: '-webkit-font-smoothing',
  fontStyle: 'font-style',
  fontVariant: 'font-variant',
  fontWeight: 'font-weight',
  lineHeight: 'line-height',
  letterSpacing: 'letter-spacing',
  textDecoration: 'text-decoration',
  textShadow: 'text-shadow',
  textTransform: 'text-transform',
};

const states = { base: '', complete: '.is-complete', empty: '.is-empty', invalid: '.is-invalid' } as const;
const pseudo = /^(:hover|:focus|::placeholder|::selection|:-webkit-autofill|:disabled)$/;

/** The style option as rules: selector, property and value. Other properties are left out, as Stripe.js does. */
export function styleRules(style: StripeElementStyle): [selector: string, property: string, value: string][] {
  return Object.entries(states).flatMap(([state, suffix]) => {
    const variant: object = style[state as keyof typeof states] ?? {};
    const rulesOf = (selector: string, values: object): [string, string, string][] =>
      Object.entries(values).flatMap(([name, value]): [string, string, string][] => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (name === 'iconColor') return [[`.icon${suffix}`, 'color', String(value)]];
        return property === undefined ? [] : [[selector, property, String(value)]];
      });
    const own = rulesOf(`.field${suffix}`, variant);
    const nested = Object.entries(variant).flatMap(([name, values]) =>
      pseudo.test(name) && typeof values === 'object' && values !== null
        ? rulesOf(`.field${suffix}${name}`, values as object)
        : [],
    );
    return [...own, ...nested];
  });
}

/** Puts the rules in place of those before. */
export function applyStyle(sheet: CSSStyleSheet, style: StripeElementStyle): void {
  sheet.replaceSync('');
  for (const [selector, property, value] of styleRules(style)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    // Set as a value, so that it can be nothing else.
    if (rule instanceof CSSStyleRule) rule.style.setProperty(property, value);
  }
}
