import { readEventStream } from '../support/event-stream.ts';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { findRunningStack } from '../support/running-stack.ts';
import { createVehicleVendorBaseline } from '../support/sandbox-vendors.ts';

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
  if (response.status === 200) {
    if (since() < 100) throw new Error(`${registration} was fetched in the last five minutes: wait, and run again`);
    return { first: since(), all: since() };
  }
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
 * The first view of a report on a running stack, over HTTP, against the latency of its sandbox's vendors called
 * directly and concurrently. Skipped with a message when no stack is named.
 */
export async function reportFirstViewBench(): Promise<BenchResult[]> {
  const stack = findRunningStack();
  if (stack === null) return [];
  const { calls, close } = await createVehicleVendorBaseline(stack.sandbox);
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
  try {
    const views = await measureInterleaved(
      rounds,
      () => openReport(stack.site, car('product')),
      () => requestDirectly(car('baseline')),
    );
    return (['first', 'all'] as const).map((part) => {
      const product = median(views.product.map((view) => view[part]));
      const baseline = median(views.baseline.map((view) => view[part]));
      const name = part === 'first' ? 'report: first section' : 'report: all sections';
      return {
        name,
        unit: 'ms',
        product,
        baseline,
        ratio: product / baseline,
        maxRatio: '',
        isWithinLimit: true,
        rounds,
      };
    });
  } finally {
    await close();
  }
}
