import { expect, test } from '@jest/globals';
import { apiErrors } from './errors.ts';
import { releasePublishingErrors } from './release-errors.ts';
import { errorCodeOfStatus, genericStatusErrors } from './status-errors.ts';

test('each status maps to its own error', () => {
  for (const [code, { status }] of Object.entries(genericStatusErrors)) expect(errorCodeOfStatus(status)).toBe(code);
});

test('every status that we send has an error, except those sent only to release tools', () => {
  const known = new Set<number>(Object.values(genericStatusErrors).map(({ status }) => status));
  expect(
    Object.entries(apiErrors).filter(([code, { status }]) => !known.has(status) && !(code in releasePublishingErrors)),
  ).toEqual([]);
});

test.each([
  [502, 'service-unavailable'],
  [504, 'service-unavailable'],
  [418, 'request-invalid'],
  [304, 'internal-error'],
  [0, 'internal-error'],
] as const)('%i, which we never send, maps to the closest: %s', (status, code) => {
  expect(errorCodeOfStatus(status)).toBe(code);
});
