import { expect, test } from '@jest/globals';

test('the schema library is configured not to try eval', async () => {
  await import('./strict-csp.ts');
  const { config } = await import('zod/mini');
  expect(config()).toMatchObject({ jitless: true });
});
