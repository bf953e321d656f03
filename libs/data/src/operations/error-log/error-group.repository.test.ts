import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { eraseAccount } from '../../privacy/my-data/erase-account.ts';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  errorLogDedupeId,
  countErrorGroups,
  type ErrorGroupFilter,
  listErrorGroups,
  listErrorOccurrences,
  markErrorGroupOpen,
  markErrorGroupSolved,
  separateWaitingErrorReport,
} from './error-group.repository.ts';
import { writeErrorLog } from './error-log.repository.ts';
import { purgeTable } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'error_logs', 'error_groups', 'outbox', 'users'));

const em = () => db.orm.em.fork();
const minutes = (count: number) => new Date(Date.UTC(2026, 2, 1, 10, count));
const entry: ErrorLogEntry = {
  timestamp: '2026-03-01T09:00:00.000Z',
  error_message: 'Cannot read 3',
  error_stack: null,
  user_agent: 'Mozilla',
  url: '/report',
  session_id: null,
  error_type: 'React Error',
  component_name: null,
  additional_data: { remote: 'mfe-report@a1' },
};
/** Writes a report received at `at`, with the same time from the browser. */
const write = (at: Date, changes: Partial<ErrorLogEntry> = {}, fingerprint = 'one', userId: string | null = null) =>
  em().transactional((transaction) =>
    writeErrorLog(
      transaction,
      { ...entry, timestamp: at.toISOString(), ...changes },
      { fingerprint, userId, receivedAt: at },
    ),
  );
const inRelease = (remote: string) => ({ additional_data: { remote } });
const list = async (filter: Partial<ErrorGroupFilter> = {}) =>
  (await listErrorGroups(em(), { from: 'first' }, { state: 'all', ...filter })).rows;
const only = async () => {
  const rows = await list();
  expect(rows).toHaveLength(1);
  return rows[0]!;
};
const solve = async (now: Date, userId: string | null = null) =>
  markErrorGroupSolved(em(), (await only()).id, { userId, now });

describe('the group of an error', () => {
  it('counts its reports, from the first to the last, with the message of the last', async () => {
    await write(minutes(1));
    await write(minutes(3), { error_message: 'Cannot read 5' });
    await write(minutes(2), { error_message: 'Cannot read 4', timestamp: minutes(0).toISOString() });
    expect(await only()).toMatchObject({
      type: 'React Error',
      message: 'Cannot read 5',
      occurrences: 3,
      firstSeen: minutes(0),
      lastSeen: minutes(3),
      solvedAt: null,
      solvedBy: null,
      reopenedAt: null,
    });
  });

  it('counts a report that is delivered twice once', async () => {
    await write(minutes(1));
    await write(minutes(1));
    expect((await only()).occurrences).toBe(1);
  });

  it('is a single row when twenty first reports are written concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(minutes(index))));
    expect(await only()).toMatchObject({ occurrences: 20, firstSeen: minutes(0), lastSeen: minutes(19) });
  });

  it('names the releases it was seen in, the latest first, and ten at most', async () => {
    await write(minutes(1));
    await write(minutes(2), inRelease('mfe-report@b2'));
    await write(minutes(3));
    await write(minutes(4), { additional_data: { remote: 'nonsense' } });
    await write(minutes(0), inRelease('mfe-report@late'));
    expect((await only()).releases).toEqual(['mfe-report@a1', 'mfe-report@b2', 'mfe-report@late']);
    for (let index = 5; index < 20; index += 1) await write(minutes(index), inRelease(`mfe-report@${String(index)}`));
    const { releases } = await only();
    expect([releases.length, releases[0], releases[9]]).toEqual([10, 'mfe-report@19', 'mfe-report@10']);
  });

  it('is built from all rows of its error when a release without groups wrote them', async () => {
    await write(minutes(1));
    await clearTables(em(), 'error_groups');
    await write(minutes(4));
    expect(await only()).toMatchObject({ occurrences: 2, firstSeen: minutes(1), lastSeen: minutes(4) });
  });

  it('is purged once its error was not seen for the retention of errors', async () => {
    await write(minutes(1));
    await write(minutes(2), {}, 'two');
    expect(
      await purgeTable(em(), { name: 'errorLogs', table: 'error_groups' }, { before: minutes(2), now: minutes(2) }),
    ).toBe(1);
    expect((await list()).map(({ lastSeen }) => lastSeen)).toEqual([minutes(2)]);
  });

  it('is created again when it is purged while a report is written', async () => {
    await write(minutes(1));
    await Promise.all([
      write(minutes(2)),
      purgeTable(em(), { name: 'errorLogs', table: 'error_groups' }, { before: minutes(59), now: minutes(59) }),
    ]);
    await write(minutes(3));
    expect(await only()).toMatchObject({ occurrences: 3, lastSeen: minutes(3) });
  });
});

describe('the deletion of an account', () => {
  it('deletes the groups of errors that no other user met, and keeps all others', async () => {
    const user = await db.data.add('users', { email: 'driver@example.com' });
    const userId = user.id;
    await write(minutes(1), { error_message: 'theirs' }, 'theirs', userId);
    await write(minutes(2), { error_message: 'shared' }, 'shared', userId);
    await write(new Date(minutes(2).getTime() + 86_400_000), { error_message: 'shared' }, 'shared');
    await write(minutes(3), { error_message: 'another' }, 'another');
    await em().transactional((transaction) => eraseAccount(transaction, { userId, limitKeys: [] }));
    expect((await list()).map(({ message }) => message)).toEqual(['shared', 'another']);
  });
});

describe('a solved error', () => {
  it('is solved once, by a member of staff, and can be reopened', async () => {
    const user = await db.data.add('users', { email: 'admin@example.com' });
    await write(minutes(1));
    expect(await solve(minutes(2), user.id)).toBe(true);
    expect(await solve(minutes(3))).toBe(false);
    expect(await only()).toMatchObject({ solvedAt: minutes(2), solvedBy: 'admin@example.com' });
    expect(await markErrorGroupOpen(em(), (await only()).id)).toBe(true);
    expect(await markErrorGroupOpen(em(), (await only()).id)).toBe(false);
    expect(await only()).toMatchObject({ solvedAt: null, solvedBy: null, reopenedAt: null });
  });

  it('is reopened when it is seen again', async () => {
    await write(minutes(1));
    await solve(minutes(2));
    await write(minutes(3));
    expect(await only()).toMatchObject({ solvedAt: null, solvedBy: null, reopenedAt: minutes(3), occurrences: 2 });
    await solve(minutes(4));
    expect(await only()).toMatchObject({ solvedAt: minutes(4), reopenedAt: null });
  });

  it('stays solved when an earlier report waited in the queue, and counts it', async () => {
    await write(minutes(1));
    await solve(minutes(5));
    await write(minutes(4));
    await write(minutes(5));
    expect(await only()).toMatchObject({ solvedAt: minutes(5), reopenedAt: null, occurrences: 3 });
  });

  it('is reopened by the time of receipt, regardless of the browser’s time and of the time of writing', async () => {
    await write(minutes(1));
    await solve(minutes(5));
    await write(minutes(6), { timestamp: minutes(2).toISOString() });
    expect(await only()).toMatchObject({ solvedAt: null, reopenedAt: minutes(6) });
    await solve(minutes(7));
    await write(minutes(6), { timestamp: '2031-01-01T00:00:00.000Z' });
    expect(await only()).toMatchObject({ solvedAt: minutes(7), reopenedAt: null });
  });

  it('that is solved and seen at the same moment is either solved or open, with all reports counted', async () => {
    await write(minutes(1));
    const { id } = await only();
    await Promise.all([
      ...[2, 3, 4].map((minute) => write(minutes(minute))),
      markErrorGroupSolved(em(), id, { userId: null, now: minutes(3) }),
    ]);
    const { occurrences, solvedAt, lastSeen } = await only();
    expect([occurrences, lastSeen]).toEqual([4, minutes(4)]);
    // Solved last, or reopened by the later report.
    expect([null, minutes(3).getTime()]).toContainEqual(solvedAt?.getTime() ?? null);
  });

  it('is reopened by reports received while an earlier one waits in the outbox', async () => {
    const order = (receivedAt: Date) =>
      em().transactional((transaction) =>
        addToOutbox(
          transaction,
          {
            jobName: 'error-logs.write',
            payload: {
              entry,
              userId: null,
              receivedAt: receivedAt.toISOString(),
              fingerprint: 'one',
              correlationId: '',
            },
          },
          { now: receivedAt, dedupeId: errorLogDedupeId('one') },
        ),
      );
    await order(minutes(1));
    await order(minutes(2));
    await em().transactional((transaction) => separateWaitingErrorReport(transaction, 'one'));
    await order(minutes(4));
    await order(minutes(5));
    const queued = await db.data.values('outbox', 'payload', {}, 'position');
    expect(queued.map(({ receivedAt }) => receivedAt)).toEqual([minutes(1).toISOString(), minutes(4).toISOString()]);
  });
});

describe('the list of errors', () => {
  it('has the latest seen first, filtered by state, type and part of the message in any case', async () => {
    await write(minutes(1), { error_message: '100% of it_' }, 'a');
    await write(minutes(2), { error_message: 'Stripe did not answer', error_type: 'Payment Error' }, 'b');
    await write(minutes(3), { error_message: 'Fetch failed' }, 'c');
    await write(minutes(4), { error_message: '100 of it' }, 'a2');
    const [, failed] = await list();
    await markErrorGroupSolved(em(), failed!.id, { userId: null, now: minutes(9) });
    const messages = async (filter: Partial<ErrorGroupFilter>) => (await list(filter)).map(({ message }) => message);
    expect(await messages({})).toEqual(['100 of it', 'Fetch failed', 'Stripe did not answer', '100% of it_']);
    expect(await messages({ state: 'open' })).toEqual(['100 of it', 'Stripe did not answer', '100% of it_']);
    expect(await messages({ state: 'solved' })).toEqual(['Fetch failed']);
    expect(await messages({ type: 'Payment Error' })).toEqual(['Stripe did not answer']);
    expect(await messages({ search: 'STRIPE DID' })).toEqual(['Stripe did not answer']);
    expect(await messages({ search: '0% of' })).toEqual(['100% of it_']);
    expect(await messages({ search: 'it_' })).toEqual(['100% of it_']);
    expect(await messages({ search: '\\%_' })).toEqual([]);
    expect(await messages({ search: 'fetch', state: 'open' })).toEqual([]);
    expect(await messages({ search: 'stripe', type: 'React Error' })).toEqual([]);
    expect(await countErrorGroups(em(), { state: 'open', search: 'OF IT' })).toEqual({ total: 2, isMore: false });
    expect(await countErrorGroups(em(), { state: 'all' })).toEqual({ total: 4, isMore: false });
  });

  it('is paged by when an error was last seen', async () => {
    for (let index = 0; index < 12; index += 1) await write(minutes(index), {}, `error ${String(index)}`);
    await write(minutes(30), {}, 'error 0');
    const first = await listErrorGroups(em(), { from: 'first' }, { state: 'all' });
    expect([first.rows.length, first.hasOlder, first.rows[0]?.lastSeen]).toEqual([10, true, minutes(30)]);
    const { lastSeen: at, id } = first.rows[9]!;
    const next = await listErrorGroups(em(), { from: 'after', cursor: { at, id }, skip: 0 }, { state: 'all' });
    expect(next.rows.map(({ lastSeen }) => lastSeen)).toEqual([minutes(2), minutes(1)]);
  });

  it('lists the rows of each error separately, each row with the reports of a day', async () => {
    for (const day of [0, 1, 2]) await write(new Date(minutes(1).getTime() + day * 86_400_000));
    await write(minutes(5), {}, 'two');
    const { rows } = await listErrorOccurrences(em(), { from: 'first' }, 'one');
    expect(rows.map(({ timestamp }) => timestamp.getUTCDate())).toEqual([3, 2, 1]);
    expect(rows[0]).toMatchObject({
      url: '/report',
      stack: null,
      userId: null,
      additionalData: { remote: 'mfe-report@a1' },
    });
  });
});
