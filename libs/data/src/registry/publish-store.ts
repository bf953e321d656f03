import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import * as z from 'zod';
import { publishRelease } from './release.repository.ts';

const liveSchema = z.record(
  z.string().regex(/^(shell|mfe-[a-z][a-z0-9-]{1,40})$/),
  z.string().regex(/^(?!\.+$)[A-Za-z0-9._-]{1,64}$/),
);

/**
 * Makes the releases named in `<store>/live.json` live, each from its `release.json`, all or none. Returns how many;
 * null when the store has no `live.json`.
 * @throws Error when a named file is missing or is not a release of that name and version
 */
export const publishStore = async (em: EntityManager, store: string, by: string, now: Date): Promise<number | null> => {
  const live = await readJson(join(store, 'live.json'));
  if (live === undefined) return null;
  const names = Object.entries(liveSchema.parse(live));
  const releases = await Promise.all(
    names.map(async ([name, version]) => {
      const file = join(store, name, version, 'release.json');
      const release = releaseSchema.safeParse(await readJson(file));
      if (!release.success || release.data.name !== name || release.data.version !== version) {
        throw new Error(`${file} is not the release ${name} ${version} that live.json names`);
      }
      return release.data;
    }),
  );
  await em.transactional(async (transaction) => {
    for (const release of releases) await publishRelease(transaction, release, by, now);
  });
  return releases.length;
};

/** Undefined when the file does not exist. */
const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read as JSON`, { cause: error });
  }
};
