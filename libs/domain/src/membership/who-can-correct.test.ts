import { expect, test } from '@jest/globals';
import { type CorrectableSection, whoCanCorrect } from './who-can-correct.ts';

const sections: CorrectableSection[] = [
  'tax',
  'mot',
  'vehicle',
  'history',
  'recall',
  'stolen',
  'insurer-theft',
  'write-off',
  'finance',
  'mileage',
  'valuation',
];

test.each(sections)('%s: names who can correct it, how, and their page', (section) => {
  const { name, how, link } = whoCanCorrect(section);
  expect(name).not.toBe('');
  expect(how).toMatch(/\.$/);
  expect(new URL(link.url).protocol).toBe('https:');
});
