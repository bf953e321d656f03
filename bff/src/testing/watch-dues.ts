import type { NewRow } from '@ve/data/testing/test-rows';
import type { TestApp } from './test-app.ts';

/** Acts as the worker that has just read from DVLA when something falls due, instead of what was known of it. */
export async function giveDue(
  app: TestApp,
  due: Pick<NewRow<'watch_dues'>, 'userId' | 'kind' | 'dueOn'> & Partial<NewRow<'watch_dues'>>,
): Promise<void> {
  await app.data.remove('watch_dues', { userId: due.userId, kind: due.kind });
  const read = { registrationNumber: 'AB12CDE', source: 'DVLA', readAt: new Date(), notedAt: new Date() } as const;
  await app.data.add('watch_dues', { ...read, ...due });
}
