import type { EntityManager } from '@mikro-orm/postgresql';
import { moveRelease } from '@ve/data/registry/release-move.repository';
import { findPairs, holdPair, readRunFigures } from '@ve/data/release-health/canary-run.repository';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { canaryWatch } from '@ve/domain/releases/canary-watch';
import type { Clock } from '@ve/domain/time/clock';
import { repeat, type RepeatOptions, type Repeating } from './repeat.ts';

export interface TakenBack {
  name: string;
  version: string;
  because: string;
}

/**
 * Ends every canary that is worse than the stable release beside it: from their next page on, all visitors are given that
 * one. The history of moves and the audit log say why. One that somebody has moved since it was judged is left alone.
 */
export const takeBackCanaries = async (fork: () => EntityManager, now: Clock): Promise<TakenBack[]> => {
  const taken: TakenBack[] = [];
  for (const pair of await findPairs(fork())) {
    const { run } = await readRunFigures(fork(), pair);
    const { verdict, because } = canaryVerdict(run);
    if (verdict !== 'worse') continue;
    const { name, canary } = pair;
    await fork().transactional(async (em) => {
      if (!(await holdPair(em, pair))) return;
      await moveRelease(em, { name, move: { action: 'rollback' }, by: canaryWatch, why: because }, now());
      taken.push({ name, version: canary.version, because });
    });
  }
  return taken;
};

/** Judges the canaries periodically. */
export const watchCanaries = (fork: () => EntityManager, everyMs: number, options: RepeatOptions): Repeating =>
  repeat('canaries', everyMs, options, async () => {
    for (const taken of await takeBackCanaries(fork, options.now)) {
      options.logger.error(taken, 'a canary was taken back: it is worse than stable');
    }
  });
