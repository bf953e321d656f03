import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { writeErrorLog } from './error-log.repository.ts';
import { purgeTable } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'error_logs'));

const entry: ErrorLogEntry = {
  timestamp: '2026-03-01T09:59:59.000Z',
  error_message: `Robert'); drop table error_logs; --`,
  error_stack: null,
  user_agent: 'Mozilla',
  url: '/report',
  session_id: 'session-1',
  error_type: 'React Error',
  component_name: null,
  additional_data: { isPaymentRelated: false, remote: 'mfe-report@3f2a' },
};
const at = (time: string) => new Date(`2026-03-${time}Z`);
const write = (receivedAt: Date, fingerprint = 'one', changes: Partial<ErrorLogEntry> = {}) =>
  db.orm.em.fork().transactional((em) => writeErrorLog(em, { ...entry, ...changes }, { fingerprint, receivedAt }));
const stored = () => db.data.all('error_logs', {}, 'timestamp');

describe('an error log', () => {
  it('is stored as text', async () => {
    await write(at('01T10:00:00'));
    expect(await stored()).toMatchObject([{ errorMessage: entry.error_message, occurrences: 1 }]);
  });

  it('has the signed-in user, unless the account was deleted since', async () => {
    const em = db.orm.em.fork();
    const user = await db.data.add('users');
    const at = new Date('2026-03-01T10:00:00.000Z');
    const deleted = '00000000-0000-4000-8000-000000000001';
    for (const [fingerprint, userId] of Object.entries({ one: user.id, two: deleted, three: null })) {
      await writeErrorLog(em, entry, { fingerprint, userId, receivedAt: at });
    }
    expect(await db.data.all('error_logs', {}, 'fingerprint')).toMatchObject([
      { fingerprint: 'one', userId: user.id },
      { fingerprint: 'three', userId: null },
      { fingerprint: 'two', userId: null },
    ]);
  });

  it('is counted on the row of the same error for a day, then gets a new row', async () => {
    await write(at('01T10:00:00'));
    await write(at('01T11:00:00'));
    await write(at('02T09:59:58'));
    expect((await stored()).map(({ occurrences }) => occurrences)).toEqual([3]);
    await write(at('02T10:00:00'), 'one', { timestamp: at('02T10:00:00').toISOString() });
    await write(at('02T10:00:01'), 'two', { timestamp: at('02T10:00:01').toISOString() });
    expect((await stored()).map(({ occurrences }) => occurrences)).toEqual([3, 1, 1]);
  });

  it('counts a report once when it is delivered twice', async () => {
    await write(at('01T10:00:00'));
    await write(at('01T10:00:00'));
    expect((await stored()).map(({ occurrences }) => occurrences)).toEqual([1]);
  });

  it('is one row when twenty of the same error arrive concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(new Date(at('01T10:00:00').getTime() + index))));
    expect((await stored()).map(({ occurrences }) => occurrences)).toEqual([20]);
  });

  it.each(['2031-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'])(
    'is dated by its receipt when its sender claims %s',
    async (timestamp) => {
      await write(at('01T10:00:00'), 'one', { timestamp });
      expect(await stored()).toMatchObject([{ timestamp: at('01T10:00:00') }]);
    },
  );

  it('is rejected when it exceeds a limit', async () => {
    await expect(write(at('01T10:00:00'), 'one', { error_message: 'x'.repeat(1_001) })).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it('is purged after its retention', async () => {
    await write(at('01T10:00:00'));
    expect(
      await purgeTable(
        db.orm.em.fork(),
        { name: 'errorLogs', table: 'error_logs' },
        { before: at('01T09:00:00'), now: at('01T09:00:00') },
      ),
    ).toBe(0);
    expect(
      await purgeTable(
        db.orm.em.fork(),
        { name: 'errorLogs', table: 'error_logs' },
        { before: at('02T09:00:00'), now: at('02T09:00:00') },
      ),
    ).toBe(1);
  });
});
