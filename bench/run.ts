import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canaryBench } from './canary/canary.bench.ts';
import { adminListsBench } from './lists/admin-lists.bench.ts';
import { lighthouseBench } from './lighthouse/lighthouse.bench.ts';
import { jobsBench } from './queue/jobs.bench.ts';
import { payBench } from './pay/pay.bench.ts';
import { releaseBench } from './release/release.bench.ts';
import { reminderScanBench } from './reminders/reminder-scan.bench.ts';
import { reportPdfBench } from './report-pdf/report-pdf.bench.ts';
import { firstViewBench } from './report/first-view.bench.ts';
import { unlockBench } from './report/unlock.bench.ts';
import { codeSearchBench } from './server/code-search.bench.ts';
import { readBench } from './server/read.bench.ts';
import type { Result } from './support/measure.ts';
import { landingBench } from './web/landing.bench.ts';

/* `npm run bench`: every ratio in one run. Names as arguments run only those: `npm run bench -- read`. */
const benches: Record<string, () => Promise<Result[]>> = {
  read: readBench,
  'code-search': codeSearchBench,
  jobs: jobsBench,
  landing: landingBench,
  release: releaseBench,
  lighthouse: lighthouseBench,
  pay: payBench,
  'first-view': firstViewBench,
  unlock: unlockBench,
  'report-pdf': reportPdfBench,
  'admin-lists': adminListsBench,
  'reminder-scan': reminderScanBench,
  canary: canaryBench,
};

const chosen = process.argv.slice(2);
const results: Result[] = [];
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
