import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseJson } from '@ve/contracts/remote-manifest';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import { createHash } from 'node:crypto';
import type { ReleaseFailureKind } from '@ve/data/releases/release-health/release-failure.entity';
import { addReleaseFailure } from '@ve/data/releases/release-health/release-failure.repository';
import { addReleasePageLoads } from '@ve/data/releases/release-health/release-load.repository';
import { minimalReleaseFiles, publishTestCanary, publishTestRelease } from './publish-release.ts';

const releaseOf = (name: string, version: string): ReleaseJson => ({
  name,
  version,
  routes: [`/${name}`],
  slots: [],
  contract: '2.0.0',
  entry: 'remoteEntry.js',
  preload: [],
  styles: [],
  fonts: [],
  document: null,
});

/** Starts a canary with a stable release. */
export const startTestCanary = async (
  em: EntityManager,
  { name = 'mfe-report', stable = 'v1', canary = 'v2', share = 10 } = {},
  now = new Date(),
): Promise<void> => {
  await publishTestRelease(em, releaseOf(name, stable), 'test', now, minimalReleaseFiles);
  await publishTestCanary(em, releaseOf(name, canary), share, now, minimalReleaseFiles);
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Adds page loads of a release, some with a failure: each by a visitor, and by default a network, of its own. */
export const addTestReleaseVisits = async (
  em: EntityManager,
  given: { version: string; channel: 'stable' | 'canary'; loads: number; name?: string },
  faulty: { count: number; kind?: ReleaseFailureKind; network?: string },
  now = new Date(),
): Promise<void> => {
  const { name = 'mfe-report', version, channel, loads } = given;
  await addReleasePageLoads(em, [{ name, version, channel, hour: startOfHour(now), loadCount: loads }]);
  for (let index = 0; index < faulty.count; index += 1) {
    const who = `${version} ${String(index)}`;
    const fault = {
      visitorHash: hashOf(who),
      networkHash: hashOf(faulty.network ?? who),
      kind: faulty.kind ?? 'error',
    };
    await addReleaseFailure(em, { name, version, ...fault }, now);
  }
};
