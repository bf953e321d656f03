import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseActions, releaseTokenDays } from '@ve/domain/kernel/release/release-token-scope';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { writeOwnerOnlyJson } from '../../kernel/owner-only-json.ts';
import { newReleaseToken, releaseTokenHash, createReleaseToken, findReleaseToken } from './release-token.repository.ts';

const dayMs = 86_400_000;
const fileSchema = z.record(z.string(), z.string());

/**
 * Returns the release tokens of a local site, one for each name: those of `file` that this database knows, and new
 * ones, which are written there, readable by the owner only.
 */
export const loadOrCreateReleaseTokens = async (
  em: EntityManager,
  { file, names }: { file: string; names: readonly string[] },
  now: Date,
): Promise<void> => {
  const stored = await readStored(file);
  const tokens: Record<string, string> = {};
  for (const name of names) {
    const known = stored[name];
    const found = known === undefined ? null : await findReleaseToken(em, releaseTokenHash(known), now);
    const isValid = known !== undefined && found?.names.length === 1 && found.names[0] === name;
    tokens[name] = isValid ? known : await newToken(em, name, now);
  }
  await writeOwnerOnlyJson(file, tokens);
};

const newToken = async (em: EntityManager, name: string, now: Date): Promise<string> => {
  const { token, tokenHash } = newReleaseToken();
  const expiresAt = new Date(now.getTime() + releaseTokenDays.max * dayMs);
  const scope = { names: [name], actions: releaseActions };
  await createReleaseToken(em, { ...scope, label: 'this machine', tokenHash, by: 'prepare', expiresAt }, now);
  return token;
};

const readStored = async (file: string): Promise<Record<string, string>> => {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
};
