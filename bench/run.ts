import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench, BenchResult } from './support/bench-result.ts';
import { formatResult } from './support/format-result.ts';
import { readRecordedRatios, recordRatios } from './support/recorded-ratios.ts';

/*
 * `run.ts <name> [--record]`: runs one bench and prints each result as it comes. Exits with 1 when it failed or missed a
 * limit; the last line says why. `npm run bench` starts one such process for each.
 */
const benches: Record<string, () => Promise<Bench>> = {
  'admin-lists': async () => (await import('./lists/admin-lists.bench.ts')).adminListsBench,
  canary: async () => (await import('./canary/canary.bench.ts')).canarySelectionBench,
  'code-search': async () => (await import('./server/code-search.bench.ts')).cancellationSearchTimingBench,
  'first-view': async () => (await import('./report/first-view.bench.ts')).reportFirstViewBench,
  jobs: async () => (await import('./queue/jobs.bench.ts')).jobQueueBench,
  landing: async () => (await import('./web/landing.bench.ts')).landingPageBench,
  lighthouse: async () => (await import('./lighthouse/lighthouse.bench.ts')).lighthouseBench,
  million: async () => (await import('./million/million.bench.ts')).millionBench,
  pay: async () => (await import('./pay/pay.bench.ts')).signUpPaymentBench,
  presses: async () => (await import('./web/presses.bench.ts')).pressesBench,
  read: async () => (await import('./server/read.bench.ts')).bffReadBench,
  release: async () => (await import('./release/release.bench.ts')).releasePublishBench,
  'reminder-scan': async () => (await import('./reminders/reminder-scan.bench.ts')).reminderScanBench,
  'report-pdf': async () => (await import('./report-pdf/report-pdf.bench.ts')).reportPdfBench,
  scale: async () => (await import('./scale/scale.bench.ts')).scaleBench,
  tracing: async () => (await import('./server/tracing.bench.ts')).tracingCostBench,
  unlock: async () => (await import('./report/unlock.bench.ts')).fullCheckUnlockBench,
};

const baselineFile = fileURLToPath(new URL('baseline.json', import.meta.url));

const end = (reason: string): never => {
  console.log(`  ${reason}`);
  process.exit(1);
};

// Also where a server or a browser that a bench left running fails. Nothing that is still open keeps the process alive.
process.on('uncaughtException', (error) => {
  console.log(error);
  end(`FAILED: ${error.message.split('\n')[0] ?? ''}`);
});

const {
  positionals: [name = ''],
  values: { record = false },
} = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });
const load = benches[name];
if (load === undefined) throw new Error(`There is no bench ${name}`);
const bench = await load();
const { [name]: recorded = {} } = readRecordedRatios(baselineFile);
const results: BenchResult[] = [];
for await (const result of bench()) {
  results.push(result);
  console.log(`  ${formatResult(result, recorded[result.name])}`);
}
if (record) recordRatios(baselineFile, name, results);
const missed = results.filter(({ isWithinLimit }) => !isWithinLimit).map((result) => result.name);
if (missed.length > 0) end(`MISSED its limit: ${missed.join('; ')}`);
process.exit();
