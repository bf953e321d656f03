import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseAction } from '@ve/domain/kernel/release/release-token-scope';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { createHash, randomBytes } from 'node:crypto';

export interface ReleaseTokenRow {
  id: string;
  /** The only names that it may release, in alphabetical order. */
  names: string[];
  actions: ReleaseAction[];
  label: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface NewReleaseToken {
  names: readonly string[];
  actions: readonly ReleaseAction[];
  label: string;
  tokenHash: string;
  by: string;
  expiresAt: Date;
}

/** Adds a token and returns its id; only the token's hash (SHA-256 in hexadecimal) is stored. */
export const createReleaseToken = async (
  em: EntityManager,
  { names, actions, label, tokenHash, by, expiresAt }: NewReleaseToken,
  now: Date,
): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('release_tokens')
    .values({
      names: [...new Set(names)].toSorted(),
      actions: [...actions],
      ...{ label, tokenHash, createdAt: now, createdBy: by, expiresAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A check of the database permits no other actions. */
const withActions = <Row extends { actions: string[] }>(
  row: Row,
): Omit<Row, 'actions'> & { actions: ReleaseAction[] } => ({
  ...row,
  actions: row.actions as ReleaseAction[],
});

const noted = sql`interval '1 minute'`;

/** Returns the token with this hash; null when there is none, or it is no longer valid. Records its use, once a minute. */
export const findReleaseToken = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<Pick<ReleaseTokenRow, 'id' | 'names' | 'actions' | 'label' | 'expiresAt'> | null> => {
  const row = await tables(em)
    .selectFrom('release_tokens')
    .select(['id', 'names', 'actions', 'label', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const at = now.toISOString();
  await sql`
    update release_tokens set last_used_at = ${at}
    where id = ${row.id} and (last_used_at is null or last_used_at < ${at}::timestamptz - ${noted})
  `.execute(tables(em));
  return withActions(row);
};

/** All tokens, including those that are no longer valid, by names and age. */
export const listReleaseTokens = async (em: EntityManager): Promise<ReleaseTokenRow[]> => {
  const rows = await tables(em)
    .selectFrom('release_tokens')
    .select(['id', 'names', 'actions', 'label', 'createdAt', 'createdBy', 'expiresAt', 'lastUsedAt', 'revokedAt'])
    .orderBy('names')
    .orderBy('createdAt')
    .execute();
  return rows.map(withActions);
};

/**
 * Lets a valid token expire at `until`, unless it does so earlier, and returns it; null when no valid one has this id.
 */
export const limitReleaseToken = async (
  em: EntityManager,
  { id, until }: { id: string; until: Date },
  now: Date,
): Promise<Pick<ReleaseTokenRow, 'names' | 'actions' | 'label' | 'expiresAt'> | null> => {
  const row = await tables(em)
    .updateTable('release_tokens')
    .set({ expiresAt: sql<Date>`least(expires_at, ${until.toISOString()}::timestamptz)` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['names', 'actions', 'label', 'expiresAt'])
    .executeTakeFirst();
  return row === undefined ? null : withActions(row);
};

/** Revokes a token; returns whether it was not revoked until then. */
export const revokeReleaseToken = async (em: EntityManager, id: string, now: Date): Promise<boolean> => {
  const revoked = await tables(em)
    .updateTable('release_tokens')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
};

/** Returns the stored form of a release token: its SHA-256, in hexadecimal. */
export const releaseTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token of 256 bits for its holder, with the hash to store. */
export const newReleaseToken = (): { token: string; tokenHash: string } => {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: releaseTokenHash(token) };
};
