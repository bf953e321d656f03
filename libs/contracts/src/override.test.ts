import { isLocalOrigin, releaseOverrideTargetsSchema } from './override.ts';

it.each(['http://localhost:4201', 'http://127.0.0.1:4201'])('%s is a local origin', (origin) => {
  expect(isLocalOrigin(origin)).toBe(true);
});

it.each([
  'https://localhost:4201',
  'http://localhost',
  'http://localhost:80',
  'http://localhost:99999',
  'http://localhost:04201',
  'http://localhost:4201/',
  'http://localhost:4201/a',
  'http://localhost.evil.test:4201',
  'http://127.0.0.1.evil.test:4201',
  'http://user@localhost:4201',
  'http://localhost:4201@evil.test',
  'http://10.0.0.1:4201',
  'http://[::1]:4201',
  'http://LOCALHOST:4201',
  'http://localhost:4201;script-src *',
  'http://localhost:4201 https://evil.test',
  'http://localhost:4201\n',
])('%j is not a local origin', (origin) => {
  expect(isLocalOrigin(origin)).toBe(false);
});

it.each([
  [{}, true],
  [{ 'mfe-report': { version: 'pr-7' }, shell: { version: 's2' } }, true],
  [{ 'mfe-report': { local: 'http://localhost:4201' } }, true],
  [{ shell: { local: 'http://localhost:4201' } }, false],
  [{ 'mfe-report': { local: 'https://evil.test' } }, false],
  [{ 'mfe-report': { version: '../1' } }, false],
  [{ 'mfe-report': { version: 'v1', local: 'http://localhost:4201' } }, false],
  [{ report: { version: 'v1' } }, false],
  [Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`mfe-n${n}`, { version: 'v1' }])), false],
])('%j is an override: %s', (targets, accepted) => {
  expect(releaseOverrideTargetsSchema.safeParse(targets).success).toBe(accepted);
});
