import type { DatumTone } from '@ve/domain/vehicle/facts/state-labels';

/** Colours of the site in light mode (`libs/ui`), as PDF has no CSS variables; sizes in points. */
export const pdfColours = {
  text: '#16181d',
  muted: '#545a66',
  line: '#d9d5ca',
  brand: '#0b5d3b',
  plate: '#ffd307',
  plateInk: '#111111',
  plateGreen: '#00803c',
  fail: '#b3161b',
};

export const pdfToneColours: Record<DatumTone, { ink: string; tint: string }> = {
  pass: { ink: '#0b6b3a', tint: '#e5f4ea' },
  warn: { ink: '#8a4b00', tint: '#fff1d6' },
  fail: { ink: '#b3161b', tint: '#fde8e8' },
  info: { ink: '#1b4f9c', tint: '#e7effb' },
  unknown: { ink: '#545a66', tint: '#eef0f3' },
};

export const pdfFontSizes = { small: 7.5, text: 9, strong: 10.5, heading: 12, title: 17 };
