import { readEventStream } from '../support/event-stream.ts';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved } from '../support/measure.ts';
import { createVehicleVendorBaseline } from '../support/sandbox-vendors.ts';
import { measureOnStack } from '../support/stack.ts';

/**
 * Cars of the sandbox that all its vendors know; the first is the warm-up. A record is fresh for five minutes, so each
 * car is used once.
 */
const cars =
  'AB12CDE FN15FNC WO16WOF ST17STL CL10CKD KP08KPR RC18RCL TX20DUE TX11EXP SR09SRN TX12CAB NS19CAT MP14MPT'.split(' ');
const rounds = cars.length - 1;

/** Milliseconds from the request to the first section and to all of them. */
interface View {
  first: number;
  all: number;
}

interface State {
  outcome: string;
  partial?: object | null;
  events?: string;
}

/** Makes the requests of a browser that opens the report. */
async function openReport(site: string, registration: string): Promise<View> {
  const started = performance.now();
  const since = () => performance.now() - started;
  const response = await fetch(`${site}/api/fetch-vehicle-data`, {
    method: 'POST',
    headers: { origin: site, 'x-requested-with': 'vehicle-enquiry', 'content-type': 'application/json' },
    body: JSON.stringify({ registration, datapackage: 'VehicleData' }),
  });
  const state = (await response.json()) as State;
  if (response.status === 200) return { first: since(), all: since() };
  if (state.events === undefined) throw new Error(`${registration}: ${JSON.stringify(state)}`);
  let first = state.partial ? since() : null;
  let last = state;
  for await (const message of readEventStream(site + state.events)) {
    last = message as State;
    if (first === null && (last.partial || last.outcome === 'found')) first = since();
  }
  if (last.outcome !== 'found' || first === null) throw new Error(`${registration} ended as ${last.outcome}`);
  return { first, all: since() };
}

/**
 * The first view of a report over HTTP, against the latency of the sandbox's vendors called directly and concurrently.
 */
export const reportFirstViewBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site, sandbox }) {
    const calls = await createVehicleVendorBaseline(sandbox);
    const requestDirectly = async (registration: string): Promise<View> => {
      const started = performance.now();
      const asked = [calls.dvla, calls.dvsa, calls.VehicleData].map(async (call) => {
        await call(registration);
        return performance.now() - started;
      });
      return { first: await Promise.race(asked), all: Math.max(...(await Promise.all(asked))) };
    };
    const next = { product: 0, baseline: 0 };
    const car = (side: keyof typeof next): string => cars[next[side]++] ?? '';
    const views = await measureInterleaved(
      rounds,
      () => openReport(site, car('product')),
      () => requestDirectly(car('baseline')),
    );
    yield compareRounds({
      name: 'report: first section',
      unit: 'ms',
      rounds: mapRounds(views, ({ first }) => first),
    });
    yield compareRounds({ name: 'report: all sections', unit: 'ms', rounds: mapRounds(views, ({ all }) => all) });
  });
