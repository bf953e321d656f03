import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import fc from 'fast-check';
import { findMoneyInconsistencies, creditAuditTablesSql } from '../testing/money-invariants.ts';
import {
  arbitraryMoneySimulationSequence,
  type MoneySimulation,
  openMoneySimulation,
  type MoneySimulationSequence,
} from '../testing/money-simulation.ts';
import { startStripeSandbox, type StripeSandbox } from '../testing/stripe-sandbox.ts';

/** `npm run soak` runs more, from another seed. */
const runs = Number(process.env.SOAK_RUNS ?? 50);
const seed = Number(process.env.SOAK_SEED ?? 20_270_110);
/** Replays one story of a seed: the path that fast-check prints on failure. */
const path = process.env.SOAK_PATH;
/** Minutes between the final sweeps: within a day and a few hours all records agree, without a webhook. */
const lastSweeps = [5, 65, 65, 25 * 60, 65, 65, 25 * 60, 65, 65, 25 * 60, 65, 65];

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
  await db.orm.em.fork().execute(creditAuditTablesSql);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

let stories = 0;
let steps = 0;
/** Full checks by outcome, to prove that the stories contain some. */
const checks = { done: 0, failed: 0 };
/** Cancellations and refunds in the stories, to prove that they contain some. */
const left = { cancelled: 0, refunded: 0, raised: 0, kept: 0, disputed: 0, failedRefunds: 0, byHand: 0 };
const countLeft = async (run: MoneySimulation): Promise<void> => {
  const [found] = await run.rows<typeof left>(`
    select count(*)::int as cancelled, count(*) filter (where refund_pence > 0)::int as refunded,
      count(*) filter (where refund_pence > 0 and exists (
        select from full_checks checked
        where checked.stripe_subscription_id = request.stripe_subscription_id
          and checked.period_end = request.paid_until and checked.finished_at > request.created_at
      ))::int as raised,
      count(*) filter (where withdrawn_at is not null)::int as kept, count(*) filter (where origin = 'stripe')::int as "byHand",
      (select count(*) from payments where dispute_state is not null)::int as disputed,
      (select count(*) from payments where refund_failed_at is not null)::int as "failedRefunds"
    from cancellation_requests request`);
  for (const kind of Object.keys(left) as (keyof typeof left)[]) left[kind] += found?.[kind] ?? 0;
};
const report = (started: number): void => {
  const seconds = Math.round((performance.now() - started) / 1_000);
  process.stdout.write(
    `money: ${stories} stories, ${steps} steps, ${checks.done} full checks, ${checks.failed} failed, ${JSON.stringify(left)}, seed ${seed}, ${seconds} s\n`,
  );
};
const play = async (story: MoneySimulationSequence): Promise<void> => {
  const run = await openMoneySimulation(db.orm, sandbox, story.seed);
  for (const step of story.steps) {
    steps += 1;
    await run.take(step);
  }
  let wrong: string[] = [];
  for (const [index, minutes] of lastSweeps.entries()) {
    await run.settleAfter(minutes);
    if (index < 4) continue;
    wrong = await findMoneyInconsistencies(run);
    if (wrong.length > 0) continue;
    for (const { status } of await db.data.all('full_checks')) {
      checks[status as 'done' | 'failed'] += 1;
    }
    await countLeft(run);
    return;
  }
  expect(wrong).toEqual([]);
};

it(
  'no charge, credit, subscription or account is ever lost or duplicated, in any order of events',
  async () => {
    const started = performance.now();
    const each = fc.asyncProperty(arbitraryMoneySimulationSequence, async (story) => {
      await play(story);
      stories += 1;
      if (stories % 100 === 0) report(started);
    });
    await fc.assert(each, { numRuns: runs, seed, endOnFailure: true, ...(path === undefined ? {} : { path }) });
    report(started);
    expect(Math.min(checks.done, checks.failed, left.cancelled, left.refunded, left.byHand)).toBeGreaterThan(0);
  },
  runs * 60_000,
);
