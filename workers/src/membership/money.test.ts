import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import fc from 'fast-check';
import { disagreements, watchCredits } from '../testing/money-invariants.ts';
import { arbitraryStory, type MoneyRun, openMoneyRun, type Story } from '../testing/money-model.ts';
import { startStripeSandbox, type StripeSandbox } from '../testing/stripe-sandbox.ts';

/** `npm run soak` asks for more, from a seed of its own. */
const runs = Number(process.env.SOAK_RUNS ?? 50);
const seed = Number(process.env.SOAK_SEED ?? 20_270_110);
/** One story of a seed, as fast-check names it when it fails. */
const path = process.env.SOAK_PATH;
/** Minutes that pass between the last sweeps: within a day and a few hours everything agrees, without a webhook. */
const lastSweeps = [5, 65, 65, 25 * 60, 65, 65, 25 * 60, 65, 65, 25 * 60, 65, 65];

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
  await db.orm.em.fork().execute(watchCredits);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

let stories = 0;
let steps = 0;
/** Full checks by how they ended: that the stories have some. */
const checks = { done: 0, failed: 0 };
/** What the stories have of leaving: that they have it. */
const left = { cancelled: 0, refunded: 0, raised: 0, kept: 0, disputed: 0, failedRefunds: 0, byHand: 0 };
const countLeft = async (run: MoneyRun): Promise<void> => {
  const [found] = await run.rows<typeof left>(`
    select count(*)::int as cancelled, count(*) filter (where refund_pence > 0)::int as refunded,
      count(*) filter (where refund_pence > 0 and exists (
        select from full_checks checked
        where checked.stripe_subscription_id = request.stripe_subscription_id
          and checked.period_end = request.paid_until and checked.finished_at > request.created_at
      ))::int as raised,
      count(*) filter (where withdrawn_at is not null)::int as kept, count(*) filter (where origin = 'stripe')::int as "byHand",
      (select count(*) from payments where dispute is not null)::int as disputed,
      (select count(*) from payments where refund_failed_at is not null)::int as "failedRefunds"
    from cancellation_requests request`);
  for (const kind of Object.keys(left) as (keyof typeof left)[]) left[kind] += found?.[kind] ?? 0;
};
const tell = (started: number): void => {
  const seconds = Math.round((performance.now() - started) / 1_000);
  process.stdout.write(
    `money: ${stories} stories, ${steps} steps, ${checks.done} full checks, ${checks.failed} failed, ${JSON.stringify(left)}, seed ${seed}, ${seconds} s\n`,
  );
};
const play = async (story: Story): Promise<void> => {
  const run = await openMoneyRun(db.orm, sandbox, story.seed);
  for (const step of story.steps) {
    steps += 1;
    await run.take(step);
  }
  let wrong: string[] = [];
  for (const [turn, minutes] of lastSweeps.entries()) {
    await run.settleAfter(minutes);
    if (turn < 4) continue;
    wrong = await disagreements(run);
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
  'no charge, credit, subscription or account is ever lost or doubled, whatever happens in whatever order',
  async () => {
    const started = performance.now();
    const each = fc.asyncProperty(arbitraryStory, async (story) => {
      await play(story);
      stories += 1;
      if (stories % 100 === 0) tell(started);
    });
    await fc.assert(each, { numRuns: runs, seed, endOnFailure: true, ...(path === undefined ? {} : { path }) });
    tell(started);
    expect(Math.min(checks.done, checks.failed, left.cancelled, left.refunded, left.byHand)).toBeGreaterThan(0);
  },
  runs * 60_000,
);
