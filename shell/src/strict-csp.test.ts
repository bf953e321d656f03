import { expect, test } from '@jest/globals';

test('the schema library hears that it may not try eval', async () => {
  await import('./strict-csp.ts');
  const { config } = await import('zod/mini');
  expect(config()).toMatchObject({ jitless: true });
});
