/** Colour tokens: light first, dark second. The theme's test checks the contrast of every pair in use. */
export const palette = {
  bg: ['#f7f6f2', '#0f1412'],
  surface: ['#ffffff', '#171d1a'],
  sunken: ['#efede6', '#0b0f0d'],
  line: ['#d9d5ca', '#2b342f'],
  'line-strong': ['#7a7568', '#7b877f'],
  text: ['#16181d', '#f2f4f1'],
  muted: ['#545a66', '#a9b3ac'],
  brand: ['#0b5d3b', '#3fbf82'],
  'on-brand': ['#ffffff', '#06150d'],
  'brand-hover': ['#084a2f', '#5ed29a'],
  plate: ['#ffd307', '#ffd307'],
  'plate-ink': ['#111111', '#111111'],
  'plate-hint': ['#574900', '#574900'],
  'plate-band': ['#12449c', '#12449c'],
  'plate-green': ['#00803c', '#00803c'],
  'plate-edge': ['#111111', '#ffd307'],
  pass: ['#0b6b3a', '#6bd79b'],
  'pass-tint': ['#e5f4ea', '#10291c'],
  warn: ['#8a4b00', '#ffc46b'],
  'warn-tint': ['#fff1d6', '#2e2108'],
  fail: ['#b3161b', '#ff9a97'],
  'fail-tint': ['#fde8e8', '#351314'],
  info: ['#1b4f9c', '#9cc2ff'],
  'info-tint': ['#e7effb', '#12233f'],
  unknown: ['#545a66', '#b7bfc9'],
  'unknown-tint': ['#eef0f3', '#20262b'],
  danger: ['#b3161b', '#ff9a97'],
  'on-danger': ['#ffffff', '#2a0b0c'],
  'focus-ink': ['#16181d', '#000000'],
  shadow: ['rgb(22 24 29 / 18%)', 'rgb(0 0 0 / 60%)'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type ColourToken = keyof typeof palette;

/** The CSS variable of a token: `var(--ve-brand)`. */
export const colour = (name: ColourToken) => `var(--ve-${name})`;

const spaces = [4, 8, 12, 16, 24, 32, 48, 72, 96] as const;
const sizes = [14, 16, 18, 22, 28, 36, 48] as const;

const rems = <N extends number>(pixels: readonly N[]) =>
  Object.fromEntries(pixels.map((px) => [px, `${px / 16}rem`])) as Record<N, string>;

/** Distances by their size in CSS pixels at the default text size: `space[16]` is `1rem`. */
export const space = rems(spaces);

/** The type scale by its size in CSS pixels at the default text size. */
export const fontSize = rems(sizes);

export const radius = { control: '6px', card: '12px', plate: '5px' } as const;

/** The minimum size of a touch target. */
export const minTargetSize = '2.75rem';

export const font = {
  text: `'Hanken Grotesk', 'Hanken fallback Arial', 'Hanken fallback Roboto', system-ui, sans-serif`,
  plate: `'Barlow Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif`,
} as const;

/** In rem, so that a reader who has enlarged the text gets the layout that has space for it. */
export const mediaQueries = {
  /** Below the product's one breakpoint, 768 px. */
  phone: '@media (max-width: 47.999rem)',
  /** A small phone, or a larger one with its text enlarged. */
  narrow: '@media (max-width: 24rem)',
  /** Narrower than any phone: its reader has enlarged the text to about 200 %. */
  enlarged: '@media (max-width: 19rem)',
  desktop: '@media (min-width: 48rem)',
  /** 1,024 px. */
  wide: '@media (min-width: 64rem)',
  belowWide: '@media (max-width: 63.999rem)',
  motion: '@media (prefers-reduced-motion: no-preference)',
  forced: '@media (forced-colors: active)',
  print: '@media print',
} as const;
