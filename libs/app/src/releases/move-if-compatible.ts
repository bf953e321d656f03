import type { ExpectedReleaseChannels } from '@ve/contracts/release-move';
import type { ReleaseChannelName, Release } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import { lockAllReleases } from '@ve/data/releases/registry/release-locks';
import {
  type ReleaseChannelState,
  findReleaseChannels,
  type ReleaseMoveRow,
  listReleaseMoves,
  findRollbackVersion,
} from '@ve/data/releases/registry/release-move.repository';
import { readStoredReleaseChannels, readRelease } from '@ve/data/releases/registry/release.repository';
import { type ReleaseMoveOutcome, moveRelease, type ReleaseMoveRequest } from './move-release.ts';
import { type LiveRelease, compareWithLiveReleases, type LiveReleaseComparison } from '@ve/contracts/release-findings';
import { findApiCallDifferences, createServedCallLookup } from '@ve/contracts/call-schemas';
import type { Endpoint } from '@ve/contracts/endpoint';

/** The operations that this process serves, to compare with the calls of releases. */
export class ServedApiCalls {
  #served = createServedCallLookup([]);

  /** Sets the operations. */
  serve(endpoints: readonly Endpoint[]): void {
    this.#served = createServedCallLookup(endpoints);
  }

  /**
   * Descriptions of what pages built with these calls (`calls` of a release) could not do here; empty if they are
   * compatible.
   */
  differences(calls: Readonly<Record<string, unknown>>): string[] {
    return findApiCallDifferences(calls, this.#served);
  }
}

/**
 * The problems of serving this release together with the live ones and with this service. A publish or move with
 * problems is refused with these messages.
 */
export function findLiveReleaseCompatibilityProblems(
  release: Release,
  live: readonly LiveRelease[],
  { served, emptySlots }: { served: Pick<ServedApiCalls, 'differences'>; emptySlots: 'warn' | 'refuse' },
): LiveReleaseComparison {
  const { problems, warnings } = compareWithLiveReleases(release, live, emptySlots);
  const calls = served
    .differences(release.calls)
    .map(
      (difference) =>
        `${release.name}@${release.version} was built with another API than this service's: ${difference}. Deploy a service ` +
        'that serves it first, or build the remote with the contracts of the one that runs',
    );
  return { problems: [...problems, ...calls], warnings };
}

export interface CompatibleMoveRequest extends ReleaseMoveRequest {
  /** Null where the caller did not send them. */
  seen: ExpectedReleaseChannels | null;
}

export type CompatibleMoveOutcome =
  | ReleaseMoveOutcome
  | { outcome: 'refused'; reasons: string[] }
  /** What visitors are served now, and the newest move of the name. */
  | { outcome: 'stale'; channels: ReleaseChannelState[]; last: ReleaseMoveRow | null };

/**
 * Moves a release, unless the channels have changed since the caller read them (`stale`), or the release is not
 * compatible with the live ones or with this service (`refused`, with the reasons). No other move runs meanwhile.
 * Ending a canary is never refused.
 */
export const moveReleaseIfCompatible = async (
  served: Pick<ServedApiCalls, 'differences'>,
  { seen, ...requested }: CompatibleMoveRequest,
  { em, now }: Pick<Context, 'em' | 'now'>,
): Promise<CompatibleMoveOutcome> => {
  for (;;) {
    // Comparing calls may take a while, so it runs before the lock.
    const expected = await releaseAfter(em, requested);
    const differences = expected === null ? [] : served.differences(expected.calls);
    const moved = await em.transactional(async (transaction): Promise<CompatibleMoveOutcome | null> => {
      await lockAllReleases(transaction);
      const stale = await staleness(transaction, requested, seen);
      if (stale !== null) return stale;
      const release = await releaseAfter(transaction, requested);
      // Another move was faster, and this move now concerns another release than the one compared.
      if (release?.version !== expected?.version) return null;
      if (release !== null) {
        const { channels } = await readStoredReleaseChannels(transaction);
        const { problems } = findLiveReleaseCompatibilityProblems(release, channels, {
          served: { differences: () => differences },
          emptySlots: requested.move.action === 'rollback' ? 'warn' : 'refuse',
        });
        if (problems.length > 0) return { outcome: 'refused', reasons: problems };
      }
      return moveRelease(transaction, requested, now());
    });
    if (moved !== null) return moved;
  }
};

/**
 * Null if the channels are those that the caller has seen. Without `seen`, a move that names no version is stale if
 * the last move ended a canary: the caller may have meant that canary.
 */
async function staleness(
  em: Context['em'],
  { name, move }: ReleaseMoveRequest,
  seen: ExpectedReleaseChannels | null,
): Promise<Extract<CompatibleMoveOutcome, { outcome: 'stale' }> | null> {
  const channels = await findReleaseChannels(em, name);
  const last = (await listReleaseMoves(em, name, 1))[0] ?? null;
  const isStale =
    seen === null
      ? !('version' in move) && last?.action === 'stop'
      : versionIn(channels, 'stable') !== seen.stable || versionIn(channels, 'canary') !== seen.canary;
  return isStale ? { outcome: 'stale', channels, last } : null;
}

/** The release that a move would serve to more visitors; null if there is none. */
async function releaseAfter(em: Context['em'], requested: ReleaseMoveRequest): Promise<Release | null> {
  const version = await versionAfter(em, requested);
  return version === null ? null : readRelease(em, requested.name, version);
}

async function versionAfter(em: Context['em'], { name, move }: ReleaseMoveRequest): Promise<string | null> {
  if ('version' in move) return move.version;
  const canary = versionIn(await findReleaseChannels(em, name), 'canary');
  if (move.action === 'promote') return canary;
  return canary === null ? findRollbackVersion(em, name) : null;
}

const versionIn = (channels: readonly ReleaseChannelState[], wanted: ReleaseChannelName): string | null =>
  channels.find(({ channel }) => channel === wanted)?.version ?? null;
