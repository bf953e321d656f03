import type { EntityManager } from '@mikro-orm/postgresql';
import { moveRelease } from '@ve/data/releases/registry/release-move.repository';
import {
  findCanaryPairs,
  lockUnchangedCanaryPair,
  type CanaryPair,
  readRunFigures,
} from '@ve/data/releases/release-health/canary-run.repository';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { canaryWatch } from '@ve/domain/releases/canary-watch';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { repeat, type RepeatOptions, type RepeatingTask } from '../jobs/repeat.ts';

export interface RolledBackCanary {
  name: string;
  version: string;
  because: string;
}

export interface CanaryEvaluations {
  taken: RolledBackCanary[];
  /** Those that could not be judged or taken back this time. */
  failed: { name: string; version: string; error: unknown }[];
}

/**
 * Ends every canary that is worse than the stable release beside it: from their next page on, all visitors are given that
 * one. The history of moves and the audit log say why. One that somebody has moved since it was judged is left alone. Each
 * is judged by itself: one that cannot be costs the others nothing.
 */
export const rollBackCanaries = async (fork: () => EntityManager, now: Clock): Promise<CanaryEvaluations> => {
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

/** Why the canary was ended; null when it was not. */
const rollBackIfWorse = async (fork: () => EntityManager, pair: CanaryPair, now: Date): Promise<string | null> => {
  const { run } = await readRunFigures(fork(), pair);
  const { verdict, because } = canaryVerdict(run);
  if (verdict !== 'worse') return null;
  return fork().transactional(async (em) => {
    if (!(await lockUnchangedCanaryPair(em, pair))) return null;
    await moveRelease(em, { name: pair.name, move: { action: 'rollback' }, by: canaryWatch, why: because }, now);
    return because;
  });
};

/** Judges the canaries periodically. The run counts as failed, for staff to see, where one of them could not be judged. */
export const watchCanaries = (fork: () => EntityManager, everyMs: number, options: RepeatOptions): RepeatingTask =>
  repeat('canaries', everyMs, options, async () => {
    const { taken, failed } = await rollBackCanaries(fork, options.now);
    for (const each of taken) options.logger.error(each, 'canary rolled back: worse than stable');
    for (const { error, ...canary } of failed) {
      options.logger.error({ err: error, ...canary }, 'a canary could not be judged');
    }
    if (failed.length > 0) throw new Error(`not judged: ${failed.map(({ name }) => name).join(', ')}`);
  });
