import type { EntityManager } from '@mikro-orm/postgresql';
import { rollBackWorseCanaries } from '@ve/app/releases/roll-back-canaries';
import { startRepeatingTask, type RepeatingTaskOptions, type RepeatingTask } from '../jobs/repeating-task.ts';

/** Evaluates the canaries periodically. A run fails, visibly for staff, if one of them could not be evaluated. */
export const startCanaryEvaluation = (
  fork: () => EntityManager,
  everyMs: number,
  options: RepeatingTaskOptions,
): RepeatingTask =>
  startRepeatingTask({ name: 'canaries', everyMs, ...options }, async () => {
    const { taken, failed } = await rollBackWorseCanaries(fork, options.now);
    for (const each of taken)
      options.logger.error(
        { event: 'canary_rolled_back', ...each },
        'A canary was rolled back because it is worse than the stable release.',
      );
    for (const { error, ...canary } of failed) {
      options.logger.error(
        { event: 'canary_judgement_failed', err: error, ...canary },
        'A canary could not be judged.',
      );
    }
    if (failed.length > 0) throw new Error(`not judged: ${failed.map(({ name }) => name).join(', ')}`);
  });
