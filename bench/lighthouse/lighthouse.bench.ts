import lighthouse, { type Result as LighthouseReport } from 'lighthouse';
import { freePort } from '../../tools/ports.mjs';
import { compareRounds, spreadOf, type BenchResult } from '../support/bench-result.ts';
import { launchBenchBrowser } from '../support/browser.ts';
import { formatFigure } from '../support/format-result.ts';
import { measureOnStack } from '../support/stack.ts';

const visits = 3;
const paths = ['/', '/blog/1', '/faq'];
/** The categories that must score 100. */
const gated = ['accessibility', 'best-practices', 'seo'] as const;
/** Timings are reported but not gated: they depend on the machine as much as on the page. */
const timings = {
  'first-contentful-paint': 'first paint (ms)',
  'largest-contentful-paint': 'largest paint (ms)',
  'total-blocking-time': 'blocked (ms)',
  'cumulative-layout-shift': 'layout shift',
  'total-byte-weight': 'bytes',
} as const;

const mark = (report: LighthouseReport, category: string): number =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

/** The failed audits of a category, each with its first item. */
function failedAudits(report: LighthouseReport, category: string): string[] {
  return (report.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
    return [`${audit.title}: ${JSON.stringify(audit.details ?? null).slice(0, 400)}`];
  });
}

async function audit(url: string, port: number): Promise<LighthouseReport> {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse made no report of ${url}`);
  if (run.lhr.runtimeError) throw new Error(`Lighthouse, ${url}: ${run.lhr.runtimeError.message}`);
  return run.lhr;
}

/** The performance score and the timings of a page's visits, each with its spread. */
function formatSpeed(path: string, reports: readonly LighthouseReport[]): string {
  const format = (name: string, of: (report: LighthouseReport) => number): string => {
    const { median, low, high } = spreadOf(reports.map(of));
    return `${name} ${[median, low, high].map(formatFigure).join(' / ')}`;
  };
  const parts = Object.entries(timings).map(([id, name]) =>
    format(name, ({ audits }) => audits[id]?.numericValue ?? Number.NaN),
  );
  const score = format('performance', (report) => mark(report, 'performance'));
  return `  ${path}, median / lowest / highest: ${[score, ...parts].join(', ')}`;
}

/** Lighthouse scores, on an emulated phone with a slow connection. */
export const lighthouseBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site }) {
    const port = await freePort();
    const browser = await launchBenchBrowser(`--remote-debugging-port=${String(port)}`);
    try {
      for (const path of paths) {
        const reports: LighthouseReport[] = [];
        for (let visit = 0; visit < visits; visit += 1) reports.push(await audit(new URL(path, site).href, port));
        console.log(formatSpeed(path, reports));
        for (const category of gated) {
          const failed = new Set(reports.flatMap((report) => failedAudits(report, category)));
          for (const each of failed) console.log(`  ${path} ${category}: ${each}`);
          yield compareRounds({
            name: `lighthouse ${path}: ${category}`,
            unit: 'of 100',
            rounds: { product: reports.map((report) => mark(report, category)), baseline: reports.map(() => 100) },
            limit: { of: 'ratio', min: 1 },
          });
        }
      }
    } finally {
      await browser.close();
    }
  });
