import { type Registry, type RegistryEntry, registryEntrySchema } from '@ve/contracts/remote-manifest';
import * as z from 'zod/mini';

/** The outside of a registry: its entries are read one at a time, so that one bad entry costs one remote. */
const outside = z.object({ contract: z.string(), remotes: z.array(z.unknown()) });

const releaseFile = /^\/remotes\/[A-Za-z0-9._@~/-]+$/;

/** Scripts come from the release folders of our own origin and from nowhere else. */
const isReleaseFile = (address: string, origin: string): boolean => {
  if (!URL.canParse(address, origin)) return false;
  const url = new URL(address, origin);
  return url.origin === origin && releaseFile.test(url.pathname) && url.search === '';
};

/** The entries that can be trusted, or null when the value is no registry at all. */
export function parseRegistry(value: unknown, origin: string): Registry | null {
  const parsed = outside.safeParse(value);
  if (!parsed.success) return null;
  const remotes = parsed.data.remotes.flatMap((candidate): RegistryEntry[] => {
    const entry = registryEntrySchema.safeParse(candidate);
    if (!entry.success || !isReleaseFile(entry.data.entry, origin)) return [];
    return [{ ...entry.data, preload: entry.data.preload.filter((file) => isReleaseFile(file, origin)) }];
  });
  return { contract: parsed.data.contract, remotes };
}

/**
 * The registry that the service wrote into this page. Nothing a visitor can write (query, storage) is ever read;
 * null when the page holds none that can be read.
 */
export function readRegistry(page: Document): Registry | null {
  const text = page.getElementById('ve-registry')?.textContent ?? '';
  try {
    return parseRegistry(JSON.parse(text), page.location.origin);
  } catch {
    return null;
  }
}
