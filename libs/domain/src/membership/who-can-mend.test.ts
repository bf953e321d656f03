import { expect, test } from '@jest/globals';
import { type MendableSection, whoCanMend } from './who-can-mend.ts';

const sections: MendableSection[] = [
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

test.each(sections)('%s: names who can mend it, how, and their page', (section) => {
  const { name, how, link } = whoCanMend(section);
  expect(name).not.toBe('');
  expect(how).toMatch(/\.$/);
  expect(new URL(link.url).protocol).toBe('https:');
});
