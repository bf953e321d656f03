import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSeededRandom } from './seeded-random.ts';
import { findPaymentInconsistencies } from './check-payments.ts';
import { findPeopleInconsistencies } from './check-people.ts';
import { readLastRowVersions } from './row-history.ts';
import { findRedisProgram } from './killable-redis.ts';
import { startRandomKiller } from './random-killer.ts';
import { type ScenarioRun, runScenarios } from './run-scenarios.ts';
import { openScenarioStack, type ScenarioStack } from './scenario-stack.ts';
import { findScenarioMoneyInconsistencies, readSandboxStripeRecords } from './stripe-payments.ts';

/*
 * Users sign up, pay, cancel, delete their accounts and return concurrently over HTTP, while two BFFs, two workers,
 * Postgres and Redis are killed (-9) at random; afterwards all records of charges must agree. `npm run soak` runs 500
 * scenarios. SOAK_SEED repeats what users do and what is killed, not at which statement.
 */
const many = Number(process.env.SOAK_SCENARIOS ?? 14);
const seed = Number(process.env.SOAK_SEED ?? 20_270_110);
/** Minutes that pass after the last scenario: all records agree within a day and a few hours. */
const lastSweeps = [5, 65, 65, 25 * 60, 65, 65, 25 * 60, 65];
const settleMs = 120_000;

const backends = [
  { backend: 'Redis', program: findRedisProgram() },
  { backend: 'Postgres', program: null },
].filter(({ backend, program }) => backend === 'Postgres' || program !== null);
const tried = process.env.SOAK_SCENARIOS ? backends : backends.slice(0, 1);

const say = (line: string): void => {
  process.stdout.write(`scenarios: ${line}\n`);
};

const disagreementsOf = async (stack: ScenarioStack, played: readonly ScenarioRun[]): Promise<string[]> => {
  const books = { stack, stripe: await readSandboxStripeRecords(stack), history: await readLastRowVersions(stack) };
  const inBooks = [...(await findScenarioMoneyInconsistencies(stack)), ...(await findPaymentInconsistencies(books))];
  // Signing in to check access sends mails, so this check comes last.
  return inBooks.length > 0 ? inBooks : findPeopleInconsistencies(books, played);
};

describe.each(tried)('money scenarios, with the queues in $backend', ({ backend, program }) => {
  let stack: ScenarioStack;
  beforeAll(async () => {
    stack = await openScenarioStack({ name: backend.toLowerCase(), redisProgram: program });
  }, 300_000);
  afterAll(() => stack.close(), 60_000);

  const share = Math.ceil(many / tried.length);

  it(
    'leave all records consistent after any kills',
    async () => {
      const started = performance.now();
      const chance = createSeededRandom(seed).fork(backend);
      const randomKiller = startRandomKiller(stack, chance.fork('nemesis'), () => undefined);
      const { played, counts } = await runScenarios({ stack, randomKiller, chance, many: share, say });
      await randomKiller.stop();
      let wrong: string[] = [];
      for (const [index, minutes] of lastSweeps.entries()) {
        await stack.travel(minutes);
        await stack.settle(settleMs);
        if (index < 4) continue;
        wrong = await disagreementsOf(stack, played);
        if (wrong.length === 0) break;
      }
      const seconds = Math.round((performance.now() - started) / 1_000);
      const accidents = [...stack.bffs, ...stack.workers].flatMap((server) => server.accidents);
      say(`${backend}, seed ${seed}: ${JSON.stringify({ ...counts, kills: randomKiller.kills, seconds })}`);
      const failures = played.flatMap(({ person, scenario, failures: own }) =>
        own.map((failure) => `${person.name} "${scenario.name}": ${failure}\n  ${person.diary.join('\n  ')}`),
      );
      expect({ wrong, failures, accidents }).toEqual({ wrong: [], failures: [], accidents: [] });
    },
    share * 60_000 + 900_000,
  );
});
