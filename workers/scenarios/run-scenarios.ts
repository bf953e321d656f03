import PQueue from 'p-queue';
import type { SeededRandom } from './seeded-random.ts';
import { type ScenarioCounts, emptyScenarioCounts } from './scenario-counts.ts';
import type { RandomKiller } from './random-killer.ts';
import { createSimulatedPerson, type SimulatedPerson } from './person.ts';
import type { ScenarioStack } from './scenario-stack.ts';
import { scenarioPhases, type Scenario, scenarios } from './scenarios.ts';

const maxConcurrent = 16;
/** How long to wait, in real milliseconds, for everything in flight before the clock is moved. */
const settleMs = 60_000;

export interface ScenarioRun {
  person: SimulatedPerson;
  scenario: Scenario;
  failures: string[];
}

const luhn = (digits: string): string => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};
/** A card number of its own within a family. */
const cardOf = (family: string, holder: number): string => {
  const digits = `${family}${String(holder + 1_000).padStart(9, '0')}`;
  return digits + luhn(digits);
};

const cars = ['AB12CDE', 'FN15FNC', 'KP08KPR', 'MP14MPT', 'TX12CAB'] as const;

/**
 * Runs the scenarios concurrently, phase by phase, while parts of the stack are killed. Between two phases everything
 * in flight ends and the clock is moved.
 */
export const runScenarios = async ({
  stack,
  randomKiller,
  chance,
  many,
  say,
}: {
  stack: ScenarioStack;
  randomKiller: RandomKiller;
  chance: SeededRandom;
  many: number;
  say: (line: string) => void;
}): Promise<{ played: ScenarioRun[]; counts: ScenarioCounts }> => {
  const counts = emptyScenarioCounts();
  const played = Array.from({ length: many }, (_, at): ScenarioRun & { chance: SeededRandom } => {
    const scenario = scenarios[at % scenarios.length] as Scenario;
    const own = chance.fork(`person ${at}`);
    const person = createSimulatedPerson({
      stack,
      counts,
      chance: own.fork('clicks'),
      name: `p${at}`,
      address: `10.${(at >> 8) & 255}.${at & 255}.7`,
      card: cardOf(scenario.card ?? '424242', scenario.sharesCard ? many + Math.floor(at / scenarios.length) : at),
      registration: own.pick(cars),
    });
    return { person, scenario, failures: [], chance: own };
  });
  for (const { name, minutes } of scenarioPhases) {
    const started = performance.now();
    const present = new Set<string>();
    const reminder = setInterval(() => say(`${name}: ${[...present].join(', ')} at it`), 60_000);
    randomKiller.resume();
    const queue = new PQueue({ concurrency: maxConcurrent });
    await queue.addAll(
      played.map(({ person, scenario, failures, chance: own }) => async () => {
        present.add(`${person.name} "${scenario.name}"`);
        try {
          await scenario.phaseActions[name]?.(person, own);
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
        present.delete(`${person.name} "${scenario.name}"`);
      }),
    );
    clearInterval(reminder);
    say(`${name} (${minutes} minutes later): ${Math.round((performance.now() - started) / 1_000)} s`);
    await randomKiller.pause();
    const settled = await stack.settle(settleMs);
    if (!settled) say(`not settled: ${JSON.stringify((await stack.waitingRows()).slice(0, 10))}`);
    const next = scenarioPhases[scenarioPhases.findIndex((each) => each.name === name) + 1];
    if (next !== undefined) await stack.travel(next.minutes);
  }
  counts.scenarios = many;
  return { played, counts };
};
