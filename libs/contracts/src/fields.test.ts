import { describe, expect, test } from '@jest/globals';
import { emailField, singleLineField, postcodeField, multiLineTextField } from './fields.ts';

describe('an e-mail address', () => {
  test('is trimmed and in lower case', () => {
    expect(emailField.parse(' Ann.Driver@Example.COM\n')).toBe('ann.driver@example.com');
  });

  test.each([
    ['ann/bob=$!*%~{}&#@example.com', 'ann/bob=$!*%~{}&#@example.com'],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'],
  ])('%s is parsed as %s', (typed, read) => {
    expect(emailField.parse(typed)).toBe(read);
  });

  test.each([
    '',
    'ann',
    'ann@',
    'a nn@example.com',
    'ann@example.com\r\nBcc: b@example.com',
    'ann@example-.com',
    `ann@${'x'.repeat(64)}.com`,
    'josé@example.com',
    `${'x'.repeat(250)}@e.com`,
  ])('is not %j', (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });
});

describe('a postcode', () => {
  test.each([
    ['sw1a1aa', 'SW1A 1AA'],
    [' M1  1ae ', 'M1 1AE'],
    ['EC1A 1BB', 'EC1A 1BB'],
    ['b33 8th', 'B33 8TH'],
  ])('%j is parsed as %s', (typed, read) => {
    expect(postcodeField.parse(typed)).toBe(read);
  });

  test.each(['', 'SW1A', '1AA SW1A', 'SW1A 1A', 'SW1A-1AA', ' '.repeat(400)])('is not %j', (typed) => {
    expect(postcodeField.safeParse(typed).success).toBe(false);
  });
});

describe.each([
  ['a line', singleLineField(20)],
  ['a text', multiLineTextField(20)],
])('%s', (_, field) => {
  test('accepts characters outside the basic plane', () => {
    expect(field.parse(' Dana 🚗 ')).toBe('Dana 🚗');
  });

  test.each(['cut off \ud83d', '\ude97 cut off', 'a \ude97\ud83d b', 'a\u0000b'])('is not %j', (typed) => {
    expect(field.safeParse(typed).success).toBe(false);
  });
});
