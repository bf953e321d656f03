import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { createHash, randomBytes } from 'node:crypto';

export interface ReleaseTokenRow {
  id: string;
  /** The only name that it may release. */
  name: string;
  label: string;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Adds a token and returns its id; only the token's hash (SHA-256 in hexadecimal) is stored. */
export const createReleaseToken = async (
  em: EntityManager,
  token: { name: string; label: string; tokenHash: string; by: string },
  now: Date,
): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('release_tokens')
    .values({
      name: token.name,
      label: token.label,
      tokenHash: token.tokenHash,
      createdAt: now,
      createdBy: token.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const noted = sql`interval '1 minute'`;

/** Returns the token with this hash; null when there is none, or it was revoked. Records its use, once a minute. */
export const findReleaseToken = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; name: string; label: string } | null> => {
  const row = await tables(em)
    .selectFrom('release_tokens')
    .select(['id', 'name', 'label'])
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const at = now.toISOString();
  await sql`
    update release_tokens set last_used_at = ${at}
    where id = ${row.id} and (last_used_at is null or last_used_at < ${at}::timestamptz - ${noted})
  `.execute(tables(em));
  return row;
};

/** All tokens, including revoked ones, by name and age. */
export const listReleaseTokens = (em: EntityManager): Promise<ReleaseTokenRow[]> =>
  tables(em)
    .selectFrom('release_tokens')
    .select(['id', 'name', 'label', 'createdAt', 'createdBy', 'lastUsedAt', 'revokedAt'])
    .orderBy('name')
    .orderBy('createdAt')
    .execute();

/** Revokes a token; returns whether it was valid until then. */
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
