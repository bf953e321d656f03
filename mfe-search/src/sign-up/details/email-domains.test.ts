import { expect, test } from '@jest/globals';
import { emailDomains, suggestEmailCorrection, emailCompletions } from './email-domains.ts';

test('there are 17 different providers', () => {
  expect(new Set(emailDomains).size).toBe(17);
});

test.each<[string, string[]]>([
  ['', []],
  ['ann', []],
  ['@', []],
  ['ann@i', ['ann@icloud.com']],
  ['Ann.D@HOT', ['Ann.D@hotmail.com', 'Ann.D@hotmail.co.uk']],
  ['ann@gmail.com', []],
  ['ann@example.org', []],
  ['ann b@g', []],
  ['ann@g@', []],
  // A suggestion would cover the button that confirms it.
  ['ann@gmial.com', []],
  ['ann@gmail.co', ['ann@gmail.com']],
])('%j is completed to %j', (typed, suggestions) => {
  expect(emailCompletions(typed)).toEqual(suggestions);
});

test('at most six are suggested, the most common first', () => {
  const suggestions = emailCompletions('ann@');
  expect(suggestions).toHaveLength(6);
  expect(suggestions[0]).toBe('ann@gmail.com');
});

test.each([
  ['ann@gmial.com', 'ann@gmail.com'],
  [' Ann@GMAI.com ', 'Ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gmail.con', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@hotmial.co.uk', 'ann@hotmail.co.uk'],
  ['ann@sky.con', 'ann@sky.com'],
  ...emailDomains.map((domain) => [`ann@${domain}`, null] as const),
  ['ann@mail.com', null],
  ['ann@ymail.com', null],
  ['ann@ski.com', null],
  ['ann@we.com', null],
  ['ann@example.org', null],
  ['ann@gmail.org', null],
  ['gmial.com', null],
  ['@gmial.com', null],
  ['', null],
])('%j probably means %j', (typed, meant) => {
  expect(suggestEmailCorrection(typed)).toBe(meant);
});
