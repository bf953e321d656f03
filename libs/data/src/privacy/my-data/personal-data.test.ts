import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { consentVersions } from '@ve/domain/membership/consents';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import type { TableName } from '../../kernel/table-privacy.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { beginDataExport, listDataExports, completeDataExport, readDataExportText } from './data-export.repository.ts';
import { purgeEntryBatch } from '../retention/purge-batch.ts';

type Rows = Record<string, unknown>[];

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'users', 'mails', 'contact_messages', 'mail_opt_outs'));

const em = () => db.orm.em.fork();
const noon = Date.parse('2026-11-21T12:00:00Z');
const later = (hours: number) => new Date(noon + hours * 3_600_000);

async function addUser(email: string, { verified = true } = {}): Promise<string> {
  const row = await db.data.add(
    'users',
    { email, emailVerifiedAt: verified ? later(0) : null, passwordHash: '$argon2id$secret' },
    later(0),
  );
  return row.id;
}
const addMail = (recipient: string, at: Date) => db.data.add('mails', { recipient }, at);
/** Adds a completed change; the account has the new address already. */
const addChange = (userId: string, oldEmail: string, newEmail: string, at: Date) =>
  db.data.add(
    'email_changes',
    {
      ...{ userId, oldEmail, newEmail },
      ...{ oldConfirmedAt: at, newConfirmedAt: at, finishedAt: at },
    },
    at,
  );

async function exported(userId: string, now = later(100)) {
  const { id } = await em().transactional((transaction) => beginDataExport(transaction, userId, now));
  expect(await completeDataExport(em(), { id, userId }, now)).toBe(true);
  const file = await readDataExportText(em(), { userId, id }, now);
  const { notes, sections } = JSON.parse(file?.content ?? '') as {
    notes: string[];
    sections: { table: string; rows: Rows; withheld: boolean }[];
  };
  return {
    text: file?.content ?? '',
    notes,
    withheld: sections.filter((each) => each.withheld).map(({ table }) => table),
    of: (table: TableName) => sections.find((each) => each.table === table)?.rows,
  };
}

describe('an export', () => {
  it('holds no secret, and no data of other users', async () => {
    const [dana, other] = [await addUser('dana@example.com'), await addUser('other@example.com')];
    for (const userId of [dana, other]) {
      await db.data.add('sessions', { userId, userAgent: `browser of ${userId}` }, later(1));
    }
    await addMail('dana@example.com', later(1));
    await addMail('other@example.com', later(1));
    const { text, of, notes, withheld } = await exported(dana);
    expect(of('users')).toEqual([expect.objectContaining({ emailAddress: 'dana@example.com', hasPassword: true })]);
    expect(of('sessions')).toEqual([expect.objectContaining({ browser: `browser of ${dana}`, signedInBy: 'link' })]);
    expect(of('mails')).toEqual([expect.objectContaining({ kind: 'receipt', to: 'dana@example.com' })]);
    expect(of('newsletter_subscriptions')).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(withheld).toEqual([]);
    expect(text).not.toContain('argon2id');
    expect(text).not.toMatch(/\b[0-9a-f]{64}\b/);
    expect(text).not.toContain(other);
    expect(text).not.toContain('other@example.com');
  });

  it('of an unverified address excludes data that is found only by the address', async () => {
    const payer = await addUser('victim@example.com', { verified: false });
    await db.data.add('contact_messages', {
      name: 'Vic',
      email: 'victim@example.com',
      message: 'secret',
      receivedAt: later(1),
    });
    await addMail('victim@example.com', later(1));
    const { text, of, notes, withheld } = await exported(payer);
    expect(withheld).toEqual(expect.arrayContaining(['mails', 'contact_messages', 'cancellation_codes']));
    expect(withheld).not.toContain('payments');
    expect([of('mails'), of('contact_messages')]).toEqual([[], []]);
    expect(text).not.toContain('secret');
    expect(notes).toHaveLength(2);
  });

  it('of a changed address holds what was sent to it during that time, and the next owner’s what was sent later', async () => {
    const first = await addUser('new@example.com');
    await addChange(first, 'shared@example.com', 'new@example.com', later(10));
    const second = await addUser('shared@example.com');
    await addMail('shared@example.com', later(5));
    await addMail('shared@example.com', later(15));
    await addMail('new@example.com', later(16));
    const times = async (userId: string) =>
      ((await exported(userId)).of('mails') ?? []).map(({ writtenAt }) => new Date(String(writtenAt)));
    expect((await times(first)).toSorted((a, b) => a.getTime() - b.getTime())).toEqual([later(5), later(16)]);
    expect(await times(second)).toEqual([later(15)]);
  });

  it('of an address in another user’s sign-up holds no name', async () => {
    const dana = await addUser('dana@example.com');
    await db.data.add('sign_ups', { email: 'dana@example.com', fullName: 'Some Body' }, later(1));
    const { of } = await exported(dana);
    expect(of('sign_ups')).toEqual([
      expect.objectContaining({ registration: 'AB12CDE', name: null, postalAddress: null }),
    ]);
  });
});

it('has the text of each consent that was given to the present version or the one before', async () => {
  const dana = await addUser('dana@example.com');
  const texts = consentVersions('start-now');
  for (const [version, at] of [
    ...texts.map((each, n) => [each.version, later(1 + n)] as const),
    ['2020-01-01', later(3)],
  ] as const) {
    await db.data.add('consents', { kind: 'start-now', textVersion: version, givenAt: at, userId: dana });
  }
  const agreedTexts = (await exported(dana)).of('consents')?.map(({ whatYouAgreedTo }) => whatYouAgreedTo);
  expect(agreedTexts?.toSorted()).toEqual([...texts.map(({ text }) => text), 'To start the trial at once'].toSorted());
});

describe('purging', () => {
  it('deletes older exports, finished or not', async () => {
    const dana = await addUser('dana@example.com');
    await exported(dana, later(0));
    await exported(dana, later(24));
    expect(await purgeEntryBatch(em(), 'exports', { before: later(1), now: later(1) })).toBe(1);
    expect(await listDataExports(em(), dana, later(25))).toHaveLength(1);
    expect(await purgeEntryBatch(em(), 'exports', { before: later(1), now: later(1) })).toBe(0);
  });

  it('deletes address changes that were not completed, and keeps completed ones', async () => {
    const dana = await addUser('new@example.com');
    await addChange(dana, 'old@example.com', 'new@example.com', later(0));
    await db.data.add(
      'email_changes',
      { userId: dana, oldEmail: 'new@example.com', newEmail: 'third@example.com', finishedAt: later(1) },
      later(0),
    );
    expect(await purgeEntryBatch(em(), 'emailChanges', { before: later(2), now: later(2) })).toBe(1);
    expect(await db.data.values('email_changes', 'newEmail')).toEqual(['new@example.com']);
  });
});
