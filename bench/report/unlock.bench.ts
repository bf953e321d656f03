import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { readEventStream } from '../support/event-stream.ts';
import { measureInterleaved, measureMs } from '../support/measure.ts';
import { createVehicleVendorBaseline } from '../support/sandbox-vendors.ts';
import { type SiteClient, signUp, createSandboxStripeClient } from '../support/sign-up.ts';
import { measureOnStack } from '../support/stack.ts';

const rounds = 7;
const registration = 'FN15FNC';

/** Signs up a member with one credit. */
async function newMember(site: string, sandbox: string): Promise<SiteClient> {
  const { browser } = await signUp(site, createSandboxStripeClient(sandbox));
  const upgraded = await browser.call('/api/upgrade-subscription');
  if (upgraded['outcome'] !== 'upgraded') throw new Error(`The membership did not begin: ${JSON.stringify(upgraded)}`);
  return browser;
}

/** Follows what an answer began until its end. */
async function follow(site: string, browser: SiteClient, begun: Record<string, unknown>) {
  let last = begun;
  if (last['outcome'] === 'pending') {
    for await (const message of readEventStream(site + String(last['events']), { cookie: browser.cookie() })) {
      last = message as Record<string, unknown>;
    }
  }
  return last;
}

/** Opens the free report, on which the button is: the vehicle is known, and its record is fresh. */
async function openReport(site: string, browser: SiteClient): Promise<void> {
  const begun = await browser.call('/api/fetch-vehicle-data', { registration, datapackage: 'VehicleData' });
  const { outcome } = await follow(site, browser, begun);
  if (outcome !== 'found') throw new Error(`The report ended as ${String(outcome)}`);
}

/** Presses the button and waits for the results of the registers. */
async function unlock(site: string, browser: SiteClient): Promise<void> {
  const last = await follow(site, browser, await browser.call(`/api/reports/${registration}/full-check`));
  if (last['outcome'] !== 'done') throw new Error(`The check ended as ${JSON.stringify(last)}`);
}

/** An unlock over HTTP, against the latency of the sandbox's vendors called directly and concurrently. */
export const fullCheckUnlockBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site, sandbox }) {
    const calls = await createVehicleVendorBaseline(sandbox);
    const measured = await measureInterleaved(
      rounds,
      async () => {
        const browser = await newMember(site, sandbox);
        await openReport(site, browser);
        return measureMs(() => unlock(site, browser));
      },
      () => measureMs(() => Promise.all(Object.values(calls).map((call) => call(registration)))),
    );
    yield compareRounds({ name: 'unlock', unit: 'ms', rounds: measured });
  });
