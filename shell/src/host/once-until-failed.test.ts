import { expect, jest, test } from '@jest/globals';
import { onceUntilFailed } from './once-until-failed.ts';

test('does the work once, and again only after it failed', async () => {
  const work = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('done');
  const once = onceUntilFailed(work);
  await expect(once()).rejects.toThrow('offline');
  await expect(Promise.all([once(), once()])).resolves.toEqual(['done', 'done']);
  expect(work).toHaveBeenCalledTimes(2);
});
