import { expect, test } from '@jest/globals';
import { emailDomains, suggestedEmails } from './email-domains.ts';

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
])('%j is completed to %j', (typed, suggestions) => {
  expect(suggestedEmails(typed)).toEqual(suggestions);
});

test('at most six are suggested at once, the most common first', () => {
  const suggestions = suggestedEmails('ann@');
  expect(suggestions).toHaveLength(6);
  expect(suggestions[0]).toBe('ann@gmail.com');
});
