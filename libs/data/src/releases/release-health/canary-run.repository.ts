import type { EntityManager } from '@mikro-orm/postgresql';
import type { CanaryPairFailures } from '@ve/domain/releases/canary-verdict';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { lockReleasesOfName } from '../registry/release-locks.ts';
import {
  findLiveReleases,
  findReleaseChannels,
  type ReleaseChannelState,
} from '../registry/release-move.repository.ts';
import { type ReleaseFailureCounts, countReleaseFailures } from './release-failure.repository.ts';
import { findReleasePageLoads } from './release-load.repository.ts';

/** The stable release of a name and its canary. */
export interface CanaryPair {
  name: string;
  stable: ReleaseChannelState;
  canary: ReleaseChannelState;
}

/** Every canary with a stable release. */
export const findCanaryPairs = async (em: EntityManager): Promise<CanaryPair[]> => {
  const byName = Map.groupBy(await findLiveReleases(em), ({ name }) => name);
  return [...byName].map(([name, channels]) => canaryPairOf(name, channels)).filter((pair) => pair !== null);
};

/** Null without a canary, or without a stable release next to it. */
export const canaryPairOf = (name: string, channels: readonly ReleaseChannelState[]): CanaryPair | null => {
  const find = (wanted: ReleaseChannelName) => channels.find(({ channel }) => channel === wanted);
  const [stable, canary] = [find('stable'), find('canary')];
  return stable === undefined || canary === undefined ? null : { name, stable, canary };
};

/** Returns since when both releases were served together at this share: they are compared from then on. */
export const canaryComparedSince = ({ stable, canary }: CanaryPair): Date =>
  stable.assignedAt > canary.assignedAt ? stable.assignedAt : canary.assignedAt;

/** Figures of the pages with one of the two releases. */
export interface ReleaseHealthFigures {
  loads: number;
  faults: ReleaseFailureCounts;
}

export interface CanaryRunFigures {
  stable: ReleaseHealthFigures;
  canary: ReleaseHealthFigures;
  /** The figures that are judged. */
  run: CanaryPairFailures;
}

/**
 * Reads the figures of a canary and its stable release since both were served together at this share. Page loads are
 * counted in whole hours, so those of the first hour may belong to the share before: they never make the canary appear
 * worse.
 */
export const readCanaryRunFigures = async (em: EntityManager, pair: CanaryPair): Promise<CanaryRunFigures> => {
  const since = canaryComparedSince(pair);
  const loads = await findReleasePageLoads(em, pair.name, startOfHour(since));
  const figuresOf = async ({ channel, version }: ReleaseChannelState): Promise<ReleaseHealthFigures> => ({
    loads: loads.find((each) => each.channel === channel && each.version === version)?.loadCount ?? 0,
    faults: await countReleaseFailures(em, { name: pair.name, version }, since),
  });
  const [stable, canary] = [await figuresOf(pair.stable), await figuresOf(pair.canary)];
  return {
    stable,
    canary,
    run: {
      share: pair.canary.share,
      stable: { loads: stable.loads, faulty: stable.faults.visitors },
      canary: { loads: canary.loads, faulty: canary.faults.networks },
    },
  };
};

/**
 * Whether both releases are still the judged ones, at the same share since the same time. Locks their moves until the
 * transaction ends.
 */
export const lockUnchangedCanaryPair = async (
  transaction: EntityManager,
  { name, stable, canary }: CanaryPair,
): Promise<boolean> => {
  await lockReleasesOfName(transaction, name);
  const now = canaryPairOf(name, await findReleaseChannels(transaction, name));
  const isSame = (a: ReleaseChannelState, b: ReleaseChannelState) =>
    a.version === b.version && a.assignedAt.getTime() === b.assignedAt.getTime();
  return now !== null && isSame(now.stable, stable) && isSame(now.canary, canary);
};
