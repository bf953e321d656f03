import type { Browser } from '@playwright/test';
import lighthouse, { type Result as LighthouseReport } from 'lighthouse';
import { freePort } from '../../tools/ports.mjs';
import { compareRounds, spreadOf, type BenchLimit, type BenchResult } from '../support/bench-result.ts';
import { launchBenchBrowser } from '../support/browser.ts';
import { formatFigure } from '../support/format-result.ts';
import { measureOnStack } from '../support/stack.ts';
import { buildSite, federatedPage, prerenderedPagesOf, type PrerenderedPage } from '../web/federated-site.ts';
import { servePage, type ServedPage } from '../web/served-page.ts';
import { buildSingleBundle } from '../web/single-bundle.ts';
import { explainDifference, readScriptBytes, totalBytes } from './script-bytes.ts';

const visits = 3;
/** The categories that must score 100. */
const gated = ['accessibility', 'best-practices', 'seo'] as const;
/** Timings that are reported and have no limit: they depend on the machine as much as on the page. */
const timings = {
  'first-contentful-paint': 'first paint (ms)',
  'total-blocking-time': 'blocked (ms)',
  'total-byte-weight': 'bytes',
} as const;

/** The largest paint of a route, in milliseconds. */
const paintLimitOf = (route: string): number => {
  if (route === '/') return 2_100;
  return route.startsWith('/blog/') ? 2_000 : 1_800;
};

const mark = (report: LighthouseReport, category: string): number =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

const timing = (report: LighthouseReport, id: string): number => report.audits[id]?.numericValue ?? Number.NaN;

/** The failed audits of a category, each with its first item. */
function failedAudits(report: LighthouseReport, category: string): string[] {
  return (report.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
    return [`${audit.title}: ${JSON.stringify(audit.details ?? null).slice(0, 400)}`];
  });
}

/** Lighthouse misses the trace of a visit now and then, and says to run it again. */
const visitsAtMost = 3;

async function audit(url: string, port: number): Promise<LighthouseReport> {
  let problem = 'no report';
  for (let visit = 1; visit <= visitsAtMost; visit += 1) {
    const run = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
    if (run && !run.lhr.runtimeError) return run.lhr;
    problem = run?.lhr.runtimeError?.message ?? problem;
  }
  throw new Error(`Lighthouse, ${url}: ${problem}`);
}

/** The performance score and the timings of a page's visits, each with its spread. */
function formatSpeed(path: string, reports: readonly LighthouseReport[]): string {
  const format = (name: string, of: (report: LighthouseReport) => number): string => {
    const { median, low, high } = spreadOf(reports.map(of));
    return `${name} ${[median, low, high].map(formatFigure).join(' / ')}`;
  };
  const parts = Object.entries(timings).map(([id, name]) => format(name, (report) => timing(report, id)));
  const score = format('performance', (report) => mark(report, 'performance'));
  return `  ${path}, median / lowest / highest: ${[score, ...parts].join(', ')}`;
}

/**
 * Every prerendered page on Lighthouse's phone with its slow connection: scores, largest paint and layout shift; and
 * its JavaScript against the same page as one bundle. BENCH_ROUTES='/ /faq' measures these alone.
 */
export async function* lighthouseBench(): AsyncIterable<BenchResult> {
  const site = await buildSite();
  const wanted = process.env.BENCH_ROUTES?.split(' ');
  const pages = prerenderedPagesOf(site).filter(({ route }) => wanted === undefined || wanted.includes(route));
  const port = await freePort();
  const browser = await launchBenchBrowser(`--remote-debugging-port=${String(port)}`);
  try {
    for (const [area, own] of Map.groupBy(pages, ({ owner }) => owner.name)) {
      const asOneBundle = await buildSingleBundle(site, area);
      for (const page of own) yield await compareScripts(browser, page, [federatedPage(site, page), asOneBundle(page)]);
    }
    yield* measureOnStack(async function* (stack) {
      for (const page of pages) yield* auditPage(stack.site, page, port);
    });
  } finally {
    await browser.close();
  }
}

/** The scripts of a page against those of one bundle; the same on every visit. Prints what the difference is. */
async function compareScripts(
  browser: Browser,
  { route }: PrerenderedPage,
  [ours, bundled]: readonly [ServedPage, ServedPage],
): Promise<BenchResult> {
  const read = async (served: ServedPage) => {
    const server = await servePage(served);
    try {
      return await readScriptBytes(browser, server.url);
    } finally {
      await server.close();
    }
  };
  const [federated, bundle] = [await read(ours), await read(bundled)];
  const difference = explainDifference(federated, bundle).map(([part, bytes]) => `${part} ${formatFigure(bytes)}`);
  console.log(`  ${route} loads more than one bundle, in bytes: ${difference.join(', ')}`);
  return compareRounds({
    name: `lighthouse ${route}: JavaScript in all`,
    unit: 'bytes',
    rounds: { product: [totalBytes(federated)], baseline: [totalBytes(bundle)] },
    limit: { of: 'ratio', max: 1.3 },
  });
}

async function* auditPage(site: string, { route, owner }: PrerenderedPage, port: number): AsyncIterable<BenchResult> {
  const reports: LighthouseReport[] = [];
  for (let visit = 0; visit < visits; visit += 1) reports.push(await audit(new URL(route, site).href, port));
  console.log(formatSpeed(route, reports));
  const compare = (
    { name, unit, baseline, limit }: { name: string; unit: string; baseline: number; limit: BenchLimit },
    product: (report: LighthouseReport) => number,
  ): BenchResult =>
    compareRounds({
      name: `lighthouse ${route}: ${name}`,
      unit,
      rounds: { product: reports.map(product), baseline: reports.map(() => baseline) },
      limit,
    });
  yield compare(
    { name: 'largest paint', unit: 'ms', baseline: paintLimitOf(route), limit: { of: 'ratio', max: 1 } },
    (report) => timing(report, 'largest-contentful-paint'),
  );
  yield compare({ name: 'layout shift', unit: 'CLS', baseline: 0, limit: { of: 'product', max: 0 } }, (report) =>
    timing(report, 'cumulative-layout-shift'),
  );
  // Lighthouse counts it as a fault that search engines may not list a page.
  const isClosed = owner.pages[route]?.robots === 'closed';
  for (const category of gated.filter((each) => !(isClosed && each === 'seo'))) {
    const failed = new Set(reports.flatMap((report) => failedAudits(report, category)));
    for (const each of failed) console.log(`  ${route} ${category}: ${each}`);
    yield compare({ name: category, unit: 'of 100', baseline: 100, limit: { of: 'ratio', min: 1 } }, (report) =>
      mark(report, category),
    );
  }
}
