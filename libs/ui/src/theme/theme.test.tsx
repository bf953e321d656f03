import { describe, expect, test } from '@jest/globals';
import { palette, themeCss, colourVariables, type ColourToken } from './theme.tsx';

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const backgrounds: ColourToken[] = ['bg', 'surface', 'sunken'];
const inks: ColourToken[] = ['text', 'muted', 'brand', 'brand-hover', 'pass', 'warn', 'fail', 'info', 'unknown'];
const pairs: [ColourToken, ColourToken][] = [
  ...inks.flatMap((ink) => backgrounds.map((background): [ColourToken, ColourToken] => [ink, background])),
  ...(['pass', 'warn', 'fail', 'info', 'unknown'] as const).flatMap((tone): [ColourToken, ColourToken][] => [
    [tone, `${tone}-tint`],
    ['text', `${tone}-tint`],
    ['muted', `${tone}-tint`],
  ]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger'],
  ['plate-ink', 'plate'],
  ['plate-hint', 'plate'],
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s palette', (_mode, at) => {
  test.each(pairs)('%s on %s has enough contrast', (ink, background) => {
    expect(contrast(palette[ink][at], palette[background][at])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(backgrounds)('the border of a control has enough contrast on %s', (background) => {
    expect(contrast(palette['line-strong'][at], palette[background][at])).toBeGreaterThanOrEqual(3);
  });
});

test('the focus ring is visible on plate yellow and on the page', () => {
  expect(contrast(palette['focus-ink'][0], palette.plate[0])).toBeGreaterThanOrEqual(3);
  expect(contrast(palette['focus-ink'][0], palette.bg[0])).toBeGreaterThanOrEqual(3);
  expect(contrast(palette.plate[1], palette.bg[1])).toBeGreaterThanOrEqual(3);
});

test('a token references a variable that the global style defines in light, dark and print', () => {
  expect(colourVariables.brand).toBe('var(--ve-brand)');
  for (const name of Object.keys(palette)) {
    expect(themeCss.split(`--ve-${name}:`).length - 1).toBeGreaterThanOrEqual(3);
  }
});
