import { expect, test } from '@jest/globals';
import { errors } from './errors.ts';
import { releaseErrors } from './release-errors.ts';
import { errorCodeOfStatus, statusErrors } from './status-errors.ts';

test('each status maps to its own error', () => {
  for (const [code, { status }] of Object.entries(statusErrors)) expect(errorCodeOfStatus(status)).toBe(code);
});

test('every status that we send has an error, except those sent only to release tools', () => {
  const known = new Set<number>(Object.values(statusErrors).map(({ status }) => status));
  expect(Object.entries(errors).filter(([code, { status }]) => !known.has(status) && !(code in releaseErrors))).toEqual(
    [],
  );
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
