import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@ve/workers/testing/wait-until';
import * as z from 'zod';
import { findProgram } from '../../tools/suites/find-program.mjs';
import { createAlertFaults } from './alert-faults.ts';
import { findRedisProgram } from './killable-redis.ts';
import { type RunningPrometheus, startPrometheus } from './prometheus.ts';
import { openScenarioStack, type ScenarioStack } from './scenario-stack.ts';
import { alertNamesOf, prometheusRuleFiles, shortenRules } from './shortened-rules.ts';

/** Two minutes of a rule pass in four seconds. */
const factor = 30;
const fireLimitMs = 240_000;
const resolveLimitMs = 300_000;

const alertFaults = createAlertFaults();
const rehearsals = z
  .object({ byFault: z.array(z.string()), byRows: z.array(z.string()), promtoolOnly: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../../docker/prometheus/alert-rehearsals.json', import.meta.url), 'utf8')));

it('every alert is listed by how it is rehearsed', () => {
  const known = prometheusRuleFiles.flatMap(({ text }) => alertNamesOf(text));
  expect(Object.values(rehearsals).flat().toSorted()).toEqual(known.toSorted());
});

it('every alert that is listed as rehearsed has a fault that causes it', () => {
  const caused = alertFaults.flatMap(({ alerts }) => alerts);
  expect(caused.toSorted()).toEqual([...rehearsals.byFault, ...rehearsals.byRows].toSorted());
});

it('shortens windows, waits and ages, and nothing else', () => {
  const rules = `
      - record: objective:errors:ratio_rate5m
        expr: rate(x_total[5m]) > 0.5
      - alert: Late
        expr: max(outbox_oldest_job_age_seconds{state="unrelayed"}) > 60
        for: 1m`;
  expect(shortenRules(rules, 30)).toBe(`
      - record: objective:errors:ratio_rate5m
        expr: rate(x_total[10000ms]) > 0.5
      - alert: Late
        expr: max(outbox_oldest_job_age_seconds{state="unrelayed"}) > 2
        for: 2000ms`);
});

/** The program, or words separated by spaces; only `npm run rehearse -- alerts` asks for it. */
const command = (process.env.PROMETHEUS ?? findProgram(['prometheus']) ?? '').split(' ').filter(Boolean);
const redisProgram = findRedisProgram();
const isRehearsal = process.env.REHEARSE_ALERTS === 'true' && command.length > 0 && redisProgram !== null;

const say = (line: string): void => {
  process.stdout.write(`alerts: ${line}\n`);
};

(isRehearsal ? describe : describe.skip)('a real Prometheus', () => {
  let stack: ScenarioStack;
  let prometheus: RunningPrometheus;
  beforeAll(async () => {
    stack = await openScenarioStack({ name: 'alerts', redisProgram });
    const { bffs, workers } = stack.ports;
    prometheus = await startPrometheus({ command, targets: { bff: bffs, workers }, factor });
  }, 300_000);
  afterAll(async () => {
    await prometheus.close();
    await stack.close();
  }, 60_000);

  /** Waits until all fire, or none; says when each did first. */
  const waitForEach = async (alerts: readonly string[], areFiring: boolean, limitMs: number): Promise<void> => {
    const since = performance.now();
    const left = new Set(alerts);
    const word = areFiring ? 'fires' : 'is resolved';
    const check = async (): Promise<boolean> => {
      const firing = await prometheus.firing();
      for (const alert of left) {
        if (firing.has(alert) !== areFiring) continue;
        left.delete(alert);
        say(`${alert} ${word} after ${Math.round((performance.now() - since) / 1_000)} s`);
      }
      return left.size === 0;
    };
    await waitUntil(`every alert ${word}`, check, limitMs, 250).catch((error: unknown) => {
      throw new Error(`${[...left].join(', ')} did not`, { cause: error });
    });
  };

  it.each(alertFaults)(
    'when $what: $alerts',
    async ({ what, alerts, cause }) => {
      say(what);
      const undo = await cause(stack);
      try {
        await waitForEach(alerts, true, fireLimitMs);
      } finally {
        await undo();
      }
      await waitForEach(alerts, false, resolveLimitMs);
    },
    fireLimitMs + resolveLimitMs + 300_000,
  );
});
