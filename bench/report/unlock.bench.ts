import { readEventStream } from '../support/event-stream.ts';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { findRunningStack } from '../support/running-stack.ts';
import { createVehicleVendorBaseline } from '../support/sandbox-vendors.ts';
import { type SiteClient, signUp, createSandboxStripeClient } from '../support/sign-up.ts';

const rounds = 7;
const registration = 'FN15FNC';

/** Signs up a member with one credit. */
async function newMember(site: string, sandbox: string): Promise<SiteClient> {
  const { browser } = await signUp(site, createSandboxStripeClient(sandbox));
  const upgraded = await browser.call('/api/upgrade-subscription');
  if (upgraded['outcome'] !== 'upgraded') throw new Error(`The membership did not begin: ${JSON.stringify(upgraded)}`);
  return browser;
}

/** Milliseconds from pressing the button to the results of the registers. */
async function unlock(site: string, browser: SiteClient): Promise<number> {
  const started = performance.now();
  let last = await browser.call(`/api/reports/${registration}/full-check`);
  if (last['outcome'] === 'pending') {
    for await (const message of readEventStream(site + String(last['events']), { cookie: browser.cookie() })) {
      last = message as Record<string, unknown>;
    }
  }
  if (last['outcome'] !== 'done') throw new Error(`The check ended as ${JSON.stringify(last)}`);
  return performance.now() - started;
}

/**
 * An unlock on a running stack, over HTTP, against the latency of its sandbox's vendors called directly and
 * concurrently. Skipped with a message when no stack is named.
 */
export async function fullCheckUnlockBench(): Promise<BenchResult[]> {
  const stack = findRunningStack();
  if (stack === null) return [];
  const { site, sandbox } = stack;
  const { calls, close } = await createVehicleVendorBaseline(sandbox);
  try {
    const measured = await measureInterleaved(
      rounds,
      async () => unlock(site, await newMember(site, sandbox)),
      async () => {
        const started = performance.now();
        await Promise.all(Object.values(calls).map((call) => call(registration)));
        return performance.now() - started;
      },
    );
    const [product, baseline] = [median(measured.product), median(measured.baseline)];
    return [
      {
        name: 'unlock',
        unit: 'ms',
        product,
        baseline,
        ratio: product / baseline,
        maxRatio: '',
        isWithinLimit: true,
        rounds,
      },
    ];
  } finally {
    await close();
  }
}
