import { expect, jest, test } from '@jest/globals';
import { memoizeUntilRejected } from './memoize-until-rejected.ts';

test('runs the work once, and again only after a failure', async () => {
  const work = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('done');
  const once = memoizeUntilRejected(work);
  await expect(once()).rejects.toThrow('offline');
  await expect(Promise.all([once(), once()])).resolves.toEqual(['done', 'done']);
  expect(work).toHaveBeenCalledTimes(2);
});
