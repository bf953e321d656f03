import type { Release } from '@ve/contracts/remote-manifest';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mapInParallel } from '../map-in-parallel.ts';
import { countPagesToPrerender, prerenderedPagesFolder, prerenderReleasePair } from '../prerender.ts';
import type { RemoteContractModule } from '../repository.ts';
import { moveCompletedFolder, readJson, type StoredRelease } from '../release-store.ts';
import type { LiveReleaseFetcher } from './live-release-fetcher.ts';
import { publishPagesOfReleasePair } from './publish.ts';
import { type LiveRelease, ReleaseRejectedError, type ReleaseServerClient } from './release-server.ts';

/** A release and a shell that can be combined in a visitor's page. */
export interface ShellAndReleasePair {
  shell: Release;
  owner: Release;
  /** Whether the partner is stable, so that most visitors will get this pair. */
  withStable: boolean;
}

/** The pairs of a release with the live ones: a remote with each shell; a shell with each remote and by itself. */
export function pairsWithLiveReleases(live: readonly LiveRelease[], release: Release): ShellAndReleasePair[] {
  const isShell = release.name === 'shell';
  const partners = live.filter(({ name }) => (name === 'shell') !== isShell);
  return [
    ...(isShell ? [{ shell: release, owner: release, withStable: true }] : []),
    ...partners.map((partner) => ({
      shell: isShell ? release : partner.release,
      owner: isShell ? partner.release : release,
      withStable: partner.channel === 'stable',
    })),
  ];
}

export interface PrerenderFailure {
  pair: ShellAndReleasePair;
  reason: string;
}

export interface PrerenderedReleasePairs {
  /** Number of pages that the site now has, of all pairs. */
  pages: number;
  renderFailures: PrerenderFailure[];
  /** Whether the token may not send pages, so that browsers render them all. */
  isRefused: boolean;
}

interface Tools {
  server: ReleaseServerClient;
  contract: RemoteContractModule;
  live: LiveReleaseFetcher;
  /** Folder for rendered pages. */
  cache: string;
}

/** Whether the site has another HTML of the same pair. It keeps that one: both are valid. */
const isAlreadyStored = (error: unknown): boolean =>
  error instanceof ReleaseRejectedError && error.code === 'release-differs';

/** Whether the token may not send pages. */
const isNotPermitted = (error: unknown): boolean => error instanceof ReleaseRejectedError && error.status === 403;

/**
 * Renders pairs by their builds for Node and sends the pages. A pair that cannot be rendered is rendered in browsers
 * instead.
 *
 * @throws ReleaseRejectedError when the site rejects the pages, except for a token that may not send any
 */
export async function prerenderReleasePairs(
  { server, contract, live, cache }: Tools,
  pairs: readonly ShellAndReleasePair[],
  local: StoredRelease | null,
): Promise<PrerenderedReleasePairs> {
  const stored = (release: Release): Promise<StoredRelease> =>
    local?.release === release ? Promise.resolve(local) : live.get(release);
  const done: PrerenderedReleasePairs = { pages: 0, renderFailures: [], isRefused: false };
  await mapInParallel(pairs, 2, async (pair) => {
    const { shell, owner } = pair;
    const pages = countPagesToPrerender(contract, owner);
    if (pages === 0) return;
    const folder = prerenderedPagesFolder(cache, shell, owner);
    try {
      if (readJson(join(folder, 'index.json')) === null) {
        const [storedShell, storedOwner] = await Promise.all([stored(shell), stored(owner)]);
        await renderInto({ folder, contract, shell: storedShell, owner: storedOwner });
      }
    } catch (error) {
      done.renderFailures.push({ pair, reason: error instanceof Error ? error.message : String(error) });
      return;
    }
    try {
      await publishPagesOfReleasePair(server, { shell, owner, folder });
    } catch (error) {
      if (isNotPermitted(error)) {
        done.isRefused = true;
        return;
      }
      if (!isAlreadyStored(error)) throw error;
    }
    done.pages += pages;
  });
  return done;
}

async function renderInto({
  folder,
  contract,
  shell,
  owner,
}: {
  folder: string;
  contract: RemoteContractModule;
  shell: StoredRelease;
  owner: StoredRelease;
}): Promise<void> {
  const unfinished = `${folder}.${String(process.pid)}`;
  try {
    await prerenderReleasePair({ contract, shell, owner, folder: unfinished });
    moveCompletedFolder(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
