import type { EntityManager } from '@mikro-orm/postgresql';
import { moveRelease } from './move-release.ts';
import {
  findCanaryPairs,
  lockUnchangedCanaryPair,
  type CanaryPair,
  readCanaryRunFigures,
} from '@ve/data/releases/release-health/canary-run.repository';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import type { Clock } from '@ve/domain/kernel/time/clock';

export interface RolledBackCanary {
  name: string;
  version: string;
  because: string;
}

export interface CanaryEvaluations {
  taken: RolledBackCanary[];
  /** Canaries that could not be evaluated or rolled back this time. */
  failed: { name: string; version: string; error: unknown }[];
}

/**
 * Rolls back every canary that is worse than its stable release: all visitors get the stable release from their next
 * page on. The release history and the audit log record why. A canary that was moved since it was evaluated is
 * unchanged. Each is evaluated independently: a failure does not affect the others.
 */
export const rollBackWorseCanaries = async (fork: () => EntityManager, now: Clock): Promise<CanaryEvaluations> => {
  const judged: CanaryEvaluations = { taken: [], failed: [] };
  for (const pair of await findCanaryPairs(fork())) {
    const { name, canary } = pair;
    try {
      const because = await rollBackIfWorse(fork, pair, now());
      if (because !== null) judged.taken.push({ name, version: canary.version, because });
    } catch (error) {
      judged.failed.push({ name, version: canary.version, error });
    }
  }
  return judged;
};

/** Returns why the canary was rolled back, or null if it was not. */
const rollBackIfWorse = async (fork: () => EntityManager, pair: CanaryPair, now: Date): Promise<string | null> => {
  const { run } = await readCanaryRunFigures(fork(), pair);
  const { verdict, because } = canaryVerdict(run);
  if (verdict !== 'worse') return null;
  return fork().transactional(async (em) => {
    if (!(await lockUnchangedCanaryPair(em, pair))) return null;
    await moveRelease(em, { name: pair.name, move: { action: 'rollback' }, by: canaryWatchActor, why: because }, now);
    return because;
  });
};
