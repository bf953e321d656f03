import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canarySelectionBench } from './canary/canary.bench.ts';
import { adminListsBench } from './lists/admin-lists.bench.ts';
import { lighthouseBench } from './lighthouse/lighthouse.bench.ts';
import { jobQueueBench } from './queue/jobs.bench.ts';
import { signUpPaymentBench } from './pay/pay.bench.ts';
import { releasePublishBench } from './release/release.bench.ts';
import { reminderScanBench } from './reminders/reminder-scan.bench.ts';
import { reportPdfBench } from './report-pdf/report-pdf.bench.ts';
import { reportFirstViewBench } from './report/first-view.bench.ts';
import { fullCheckUnlockBench } from './report/unlock.bench.ts';
import { cancellationSearchTimingBench } from './server/code-search.bench.ts';
import { bffReadBench } from './server/read.bench.ts';
import type { BenchResult } from './support/measure.ts';
import { landingPageBench } from './web/landing.bench.ts';
import { pressesBench } from './web/presses.bench.ts';

/* `npm run bench`: every ratio in one run. Names as arguments run only those: `npm run bench -- read`. */
const benches: Record<string, () => Promise<BenchResult[]>> = {
  read: bffReadBench,
  'code-search': cancellationSearchTimingBench,
  jobs: jobQueueBench,
  landing: landingPageBench,
  presses: pressesBench,
  release: releasePublishBench,
  lighthouse: lighthouseBench,
  pay: signUpPaymentBench,
  'first-view': reportFirstViewBench,
  unlock: fullCheckUnlockBench,
  'report-pdf': reportPdfBench,
  'admin-lists': adminListsBench,
  'reminder-scan': reminderScanBench,
  canary: canarySelectionBench,
};

const chosen = process.argv.slice(2);
const results: BenchResult[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`${name}…`);
  results.push(...(await run()));
}
const figure = (value: number): string => value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });
console.table(
  results.map(({ name, unit, product, baseline, ratio, maxRatio, isWithinLimit }) => ({
    name,
    product: figure(product),
    baseline: figure(baseline),
    unit,
    ratio: ratio.toFixed(2),
    maxRatio,
    isWithinLimit,
  })),
);
const folder = fileURLToPath(new URL('results', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/latest.json`, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = results.every(({ isWithinLimit }) => isWithinLimit) ? 0 : 1;
