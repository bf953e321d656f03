import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChance } from './chance.ts';
import { redisProgram } from './killable-redis.ts';
import { startNemesis } from './nemesis.ts';
import { playScenarios } from './run-scenarios.ts';
import { openScenarioStack, type ScenarioStack } from './scenario-stack.ts';

/** `npm run soak` asks for more, from a seed of its own. */
const many = Number(process.env.SOAK_SCENARIOS ?? 20);
const seed = Number(process.env.SOAK_SEED ?? 20_270_110);

const say = (line: string): void => {
  process.stdout.write(`scenarios: ${line}\n`);
};

describe('money scenarios', () => {
  let stack: ScenarioStack;
  beforeAll(async () => {
    stack = await openScenarioStack({ name: 'redis', redisProgram: redisProgram() });
  }, 180_000);
  afterAll(() => stack.close(), 60_000);

  it(
    'books equal',
    async () => {
      const chance = createChance(seed);
      const nemesis = startNemesis(stack, chance.fork('nemesis'), () => undefined);
      const { played, counts } = await playScenarios({ stack, nemesis, chance, many, say });
      await nemesis.stop();
      say(JSON.stringify({ ...counts, kills: nemesis.kills }));
      const failures = played.flatMap(({ person, scenario, failures: own }) =>
        own.map((failure) => `${person.name} "${scenario.name}": ${failure}\n  ${person.diary.join('\n  ')}`),
      );
      expect(failures).toEqual([]);
    },
    many * 60_000 + 600_000,
  );
});
