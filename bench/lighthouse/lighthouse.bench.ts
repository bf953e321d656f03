import { chromium } from '@playwright/test';
import lighthouse, { type Result as LighthouseReport } from 'lighthouse';
import { createServer, type AddressInfo } from 'node:net';
import { findChromium } from '../support/chromium.ts';
import type { BenchResult } from '../support/measure.ts';

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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

/**
 * Lighthouse scores of a running stack at `BENCH_URL`, on an emulated phone with a slow connection. Skipped with a
 * message when that is unset.
 */
export async function lighthouseBench(): Promise<BenchResult[]> {
  const base = process.env.BENCH_URL ?? '';
  if (base === '') {
    console.log('  not measured: start the product (npm start) and name it, BENCH_URL=http://localhost:3000');
    return [];
  }
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${String(port)}`,
    ],
  });
  try {
    const results: BenchResult[] = [];
    const speed: Record<string, string | number>[] = [];
    for (const path of paths) {
      const report = await audit(new URL(path, base).href, port);
      const row: Record<string, string | number> = { page: path, performance: mark(report, 'performance') };
      for (const [id, name] of Object.entries(timings)) {
        row[name] = Number((report.audits[id]?.numericValue ?? NaN).toPrecision(4));
      }
      speed.push(row);
      for (const category of gated) {
        const product = mark(report, category);
        for (const failed of failedAudits(report, category)) console.log(`  ${path} ${category}: ${failed}`);
        results.push({
          name: `lighthouse ${path}: ${category}`,
          unit: 'of 100',
          product,
          baseline: 100,
          ratio: product / 100,
          maxRatio: '= 1',
          isWithinLimit: product === 100,
          rounds: 1,
        });
      }
    }
    console.table(speed);
    return results;
  } finally {
    await browser.close();
  }
}
