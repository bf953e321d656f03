import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';
import type { KillablePart } from './killable-process.ts';
import type { KillableRedis } from './killable-redis.ts';

export interface KillTargets {
  bffs: readonly KillablePart[];
  workers: readonly KillablePart[];
  postgres: KillablePart;
  redis: KillableRedis | null;
}

export type KilledPart = 'bff' | 'worker' | 'postgres' | 'redis' | 'redis and its data';

export interface RandomKiller {
  kills: Record<KilledPart, number>;
  /** Pauses the kills until it is resumed; resolves once everything is up. */
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

/** Real milliseconds between two kills, and from a kill to the restart. */
const between = { least: 1_500, most: 6_000 } as const;
const down = { least: 0, most: 2_500 } as const;
/** The maximum number of parts that are down or starting. */
const maxDown = 2;

/**
 * Kills parts of the stack (-9) at random moments and restarts each a moment later, often two at a time. `chance`
 * decides the part and the delay; at which statement a kill falls is not reproducible.
 */
export const startRandomKiller = (
  victims: KillTargets,
  chance: SeededRandom,
  onKill: (what: string) => void,
): RandomKiller => {
  const kills: RandomKiller['kills'] = { bff: 0, worker: 0, postgres: 0, redis: 0, 'redis and its data': 0 };
  const busy = new Set<KillablePart>();
  const restarts = new Set<Promise<void>>();
  let paused = true;
  let stopped = false;
  let failure: unknown;
  /** Duration of the latest start: on a slow machine the pause between two kills is at least as long. */
  let startMs = 0;

  const choose = (): { kind: KilledPart; victim: KillablePart } => {
    const { bffs, workers, postgres, redis } = victims;
    const at = chance.next() * 100;
    if (at < 35) return { kind: 'bff', victim: chance.pick(bffs) };
    if (at < 75) return { kind: 'worker', victim: chance.pick(workers) };
    if (at < 87 || redis === null) return { kind: 'postgres', victim: postgres };
    return { kind: at < 94 ? 'redis' : 'redis and its data', victim: redis };
  };
  const strike = async (): Promise<void> => {
    const { kind, victim } = choose();
    const downMs = chance.between(down.least, down.most);
    if (busy.has(victim) || busy.size >= maxDown) return;
    busy.add(victim);
    onKill(`${kind}: ${victim.name}`);
    await victim.kill();
    kills[kind] += 1;
    if (kind === 'redis and its data') victims.redis?.wipe();
    const restart = delay(downMs)
      .then(async () => {
        const since = performance.now();
        await victim.start();
        startMs = performance.now() - since;
      })
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        busy.delete(victim);
        restarts.delete(restart);
      });
    restarts.add(restart);
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      await delay(chance.between(between.least, between.most) + startMs);
      if (!paused) await strike();
    }
  };
  const running = run().catch((error: unknown) => {
    failure ??= error;
  });
  const allUp = async (): Promise<void> => {
    while (restarts.size > 0) await Promise.all(restarts);
    if (failure !== undefined) throw new Error('the random killer failed', { cause: failure });
  };
  return {
    kills,
    pause: async () => {
      paused = true;
      await allUp();
    },
    resume: () => {
      paused = false;
    },
    stop: async () => {
      paused = true;
      stopped = true;
      await running;
      await allUp();
    },
  };
};
