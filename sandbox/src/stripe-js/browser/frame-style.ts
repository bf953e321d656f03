import type { Appearance } from '@stripe/stripe-js';

/**
 * The parts of the fields that a page may style, with their states (https://docs.stripe.com/elements/appearance-api).
 */
const selectors =
  /^\.(Input|Label|Error)(--invalid|--empty)?(:hover|:focus|:disabled|::placeholder|::selection|:autofill)?$/;

const properties = new Set([
  ...['backgroundColor', 'border', 'borderColor', 'borderRadius', 'borderStyle', 'borderWidth', 'boxShadow', 'color'],
  ...['fontFamily', 'fontSize', 'fontVariant', 'fontWeight', 'letterSpacing', 'lineHeight', 'margin', 'marginBottom'],
  ...['marginTop', 'opacity', 'outline', 'outlineOffset', 'padding', 'textDecoration', 'textTransform', 'transition'],
]);

/** The selectors and properties that each variable sets in these fields. */
const variables: Readonly<Record<string, readonly (readonly [selector: string, property: string])[]>> = {
  colorBackground: [['.Input', 'background-color']],
  colorDanger: [
    ['.Error', 'color'],
    ['.Input--invalid', 'border-color'],
  ],
  colorPrimary: [['.Input:focus', 'border-color']],
  colorText: [
    ['.Input', 'color'],
    ['.Label', 'color'],
  ],
  colorTextPlaceholder: [['.Input::placeholder', 'color']],
  colorTextSecondary: [['.icon', 'color']],
  borderRadius: [['.Input', 'border-radius']],
  fontFamily: [['body', 'font-family']],
  fontSizeBase: [['body', 'font-size']],
  gridColumnSpacing: [['body', 'column-gap']],
  gridRowSpacing: [['body', 'row-gap']],
};

type Rule = [selector: string, property: string, value: string];

const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * An appearance as rules: selector, property and value. Other selectors and properties are left out, as Stripe.js does.
 */
export function appearanceCssRules({ variables: values = {}, rules = {} }: Appearance): Rule[] {
  const general = Object.entries(values).flatMap(([name, value]): Rule[] =>
    Object.hasOwn(variables, name)
      ? (variables[name] ?? []).map(([selector, property]): Rule => [selector, property, String(value)])
      : [],
  );
  const special = Object.entries(rules as Record<string, object>)
    .filter(([selector]) => selectors.test(selector))
    .flatMap(([selector, declarations]) =>
      Object.entries(declarations)
        .filter(([name]) => properties.has(name))
        .map(([name, value]): Rule => [selector, dashed(name), String(value)]),
    );
  return [...general, ...special];
}

/** Replaces the rules of the sheet. */
export function applyAppearance(sheet: CSSStyleSheet, appearance: Appearance): void {
  sheet.replaceSync('');
  for (const [selector, property, value] of appearanceCssRules(appearance)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    // Set as a value, so that it cannot inject other CSS.
    if (rule instanceof CSSStyleRule) rule.style.setProperty(property, value);
  }
}
