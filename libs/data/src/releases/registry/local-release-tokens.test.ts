import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { loadOrCreateReleaseTokens } from './local-release-tokens.ts';
import { findReleaseToken, listReleaseTokens, revokeReleaseToken } from './release-token.repository.ts';

const now = new Date('2026-11-22T15:00:00Z');
let db: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  db = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 've-tokens-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'data/release-tokens.json');
const keep = async (names: string[]): Promise<Record<string, string>> => {
  await loadOrCreateReleaseTokens(db.orm.em.fork(), { file: file(), names }, now);
  return JSON.parse(await readFile(file(), 'utf8')) as Record<string, string>;
};
const nameOf = async (token: string) => {
  const hash = createHash('sha256').update(token).digest('hex');
  return (await findReleaseToken(db.orm.em.fork(), hash, now))?.names.join(' ');
};

describe('release tokens of a local site', () => {
  it('are valid for one name each, in a file that only its owner may read', async () => {
    const tokens = await keep(['mfe-report', 'shell']);
    expect(Object.keys(tokens)).toEqual(['mfe-report', 'shell']);
    for (const [name, token] of Object.entries(tokens)) expect(await nameOf(token)).toBe(name);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('are kept, and created for new names', async () => {
    const before = await keep(['mfe-report', 'shell']);
    const after = await keep(['mfe-new', 'mfe-report', 'shell']);
    expect(after).toMatchObject(before);
    expect(await nameOf(after['mfe-new'] ?? '')).toBe('mfe-new');
    expect(await listReleaseTokens(db.orm.em.fork())).toHaveLength(3);
  });

  it('are created again when this database does not know them, they were revoked, or the file is damaged', async () => {
    const before = await keep(['mfe-report']);
    const [row] = (await listReleaseTokens(db.orm.em.fork())).filter(({ names }) => names.includes('mfe-report'));
    await revokeReleaseToken(db.orm.em.fork(), row?.id ?? '', now);
    const after = await keep(['mfe-report']);
    expect(after['mfe-report']).not.toBe(before['mfe-report']);
    await writeFile(file(), '{');
    expect(await nameOf((await keep(['mfe-report']))['mfe-report'] ?? '')).toBe('mfe-report');
  });
});
