import type { Context } from '@ve/data/context';
import { lockAllReleases } from '@ve/data/registry/release-locks';
import {
  type AskedMove,
  type ChannelState,
  channelsOf,
  type MoveOutcome,
  moveRelease,
  versionBefore,
} from '@ve/data/registry/release-move.repository';
import { readChannels, readRelease } from '@ve/data/registry/release.repository';
import { isDeepStrictEqual } from 'node:util';
import { liveFindings } from './live-findings.ts';
import type { ServedCalls } from './served-calls.ts';

/**
 * Moves a release unless something stands between it and what is live beside it, or what this
 * service serves (`refused`, with the reasons). Nobody
 * else moves one meanwhile. Ending a canary is never refused.
 */
export const moveChecked = async (
  em: Context['em'],
  asked: AskedMove,
  now: Date,
  served: ServedCalls,
): Promise<MoveOutcome | { outcome: 'refused'; reasons: string[] }> => {
  const weighed = await weighCalls(em, asked, served);
  return em.transactional(async (transaction) => {
    await lockAllReleases(transaction);
    const version = await versionAfter(transaction, asked);
    const release = version === null ? null : await readRelease(transaction, asked.name, version);
    if (release !== null) {
      const { channels } = await readChannels(transaction);
      const { problems } = liveFindings(release, channels, weighed);
      if (problems.length > 0) return { outcome: 'refused', reasons: problems };
    }
    return moveRelease(transaction, asked, now);
  });
};

/**
 * Compares the calls of the release that a move is likely to be of, which may take a while, before everybody else waits for
 * the move.
 */
async function weighCalls(
  em: Context['em'],
  asked: AskedMove,
  served: ServedCalls,
): Promise<Pick<ServedCalls, 'differences'>> {
  const version = await versionAfter(em, asked);
  const release = version === null ? null : await readRelease(em, asked.name, version);
  if (release === null) return served;
  const differences = served.differences(release.calls);
  return {
    differences: (calls) => (isDeepStrictEqual(calls, release.calls) ? differences : served.differences(calls)),
  };
}

/** The version that more visitors would be given by a move; null when there is none. */
async function versionAfter(em: Context['em'], { name, move }: AskedMove): Promise<string | null> {
  if ('version' in move) return move.version;
  const canary = (await channelsOf(em, name)).find(({ channel }: ChannelState) => channel === 'canary');
  if (move.action === 'promote') return canary?.version ?? null;
  return canary ? null : versionBefore(em, name);
}
