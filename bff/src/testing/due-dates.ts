import type { NewTestRow } from '@ve/data/testing/test-rows';
import type { TestApp } from './test-app.ts';

/** Acts as the worker that has just read a due date from DVLA, replacing earlier due dates. */
export async function storeTestDueDateFromDvla(
  app: TestApp,
  due: Pick<NewTestRow<'watch_due_dates'>, 'userId' | 'kind' | 'dueOn'> & Partial<NewTestRow<'watch_due_dates'>>,
): Promise<void> {
  await app.data.remove('watch_due_dates', { userId: due.userId, kind: due.kind });
  const read = {
    registrationNumber: 'AB12CDE',
    source: 'DVLA',
    fetchedAt: new Date(),
    dateKnownSince: new Date(),
  } as const;
  await app.data.add('watch_due_dates', { ...read, ...due });
}
