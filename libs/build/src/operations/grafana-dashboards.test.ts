import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { repositoryRoot } from '../repository.ts';
import { metricNamesOfQuery, readPrometheusRules } from './prometheus-rules.ts';
import { type DeclaredMetric } from './source-signals.ts';
import { readLogEventsAndMetrics } from './signals-page.ts';

const folder = join(repositoryRoot, 'docker/grafana/dashboards');

const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      description: z.string(),
      datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('prometheus') }),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});

const dashboards = globSync('*.json', { cwd: folder }).map((path) => ({
  path,
  ...dashboardSchema.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))),
}));
const queries = dashboards.flatMap(({ uid, panels }) =>
  panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: `${uid}: ${title}`, expr }))),
);
const { metrics } = readLogEventsAndMetrics();
const recorded = readPrometheusRules().flatMap((rule) => ('record' in rule ? [rule.record] : []));

/** Default metrics of Node.js, which prom-client declares. */
const ofNode: DeclaredMetric[] = [
  ['counter', 'process_cpu_seconds_total'],
  ['gauge', 'process_resident_memory_bytes'],
  ['gauge', 'nodejs_eventloop_lag_p99_seconds'],
].map(([kind = '', name = '']) => ({ kind, name, help: '', labels: [] }));

const seriesNames = new Set(
  [...metrics, ...ofNode].flatMap(({ kind, name }) =>
    kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
  ),
);

test('there is a dashboard for the service, for its work and for the business', () => {
  expect(dashboards.map(({ uid }) => uid).sort()).toEqual(['business', 'service', 'work']);
  for (const { path, uid, panels } of dashboards) {
    expect(path).toBe(`${uid}.json`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  }
});

test.each(queries)('$panel uses metrics that the code declares', ({ expr }) => {
  expect(metricNamesOfQuery(expr).filter((name) => !seriesNames.has(name) && !recorded.includes(name))).toEqual([]);
});

test('every metric of the code is in a panel, an alert or a recorded series', () => {
  const used = new Set(
    [...queries.map(({ expr }) => expr), ...readPrometheusRules().map(({ expr }) => expr)].flatMap(metricNamesOfQuery),
  );
  const unused = metrics.filter(({ kind, name }) =>
    kind === 'histogram' ? !['_bucket', '_count', '_sum'].some((suffix) => used.has(name + suffix)) : !used.has(name),
  );
  expect(unused.map(({ name }) => name)).toEqual([]);
});

/** Values of each label in the generated hour; the queries and rules select by some of them. */
const values: Record<string, string[]> = {
  channel: ['stable', 'canary'],
  job: ['mails.send', 'vehicle-fetches.run'],
  method: ['GET'],
  objective: ['first-section', 'payment-to-membership', 'reminder-on-its-day'],
  outcome: ['found', 'timeout', 'sent', 'unavailable'],
  provider: ['DVLA', 'UKVD'],
  queue: ['mails', 'sign-ups', 'payments'],
  result: ['met', 'missed', 'paid', 'declined', 'completed', 'failed', 'wrong-code'],
  route: ['/', '/api/fetch-vehicle-data'],
  state: ['waiting', 'used', 'idle', 'unrelayed', 'unfinished'],
  status: ['200', '503'],
  unit: ['calls', 'pence'],
  verdict: ['as-good', 'worse'],
  what: ['trial', 'membership', 'refund', 'failed-refund', 'rolled-back-canaries'],
};

const labelSetsOf = (labels: readonly string[]): string[] =>
  labels.reduce<string[]>(
    (sets, label) =>
      sets.flatMap((set) => (values[label] ?? ['one']).map((value) => `${set}${set ? ',' : ''}${label}="${value}"`)),
    [''],
  );

/** The samples of one series: one each 30 seconds of the hour before `end`; a counter grows by its place in the list. */
const samplesOf = (name: string, labels: string, valueAt: (step: number) => number, end: number): string[] =>
  Array.from({ length: 121 }, (_, step) => `${name}{${labels}} ${valueAt(step)} ${end - 3_600 + step * 30}`);

/** An hour of every metric, in the text format that Prometheus imports. */
function generatedHour(end: number): string {
  const lines = [...metrics, ...ofNode].flatMap(({ kind, name, labels }) => {
    // The name of a job shadows the job of the scrape, which Prometheus then keeps as exported_job.
    const own = labels.includes('job') ? 'instance="a"' : 'job="bff",instance="a"';
    const sets = labelSetsOf(labels).map((set) => (set === '' ? own : `${own},${set}`));
    const series = sets.flatMap((set, place) => {
      if (kind === 'gauge') return samplesOf(name, set, (step) => 1 + (step % 5), end);
      if (kind === 'counter') return samplesOf(name, set, (step) => step * (1 + (place % 7)), end);
      return [
        ...['0.1', '1', '+Inf'].flatMap((le, bucket) =>
          samplesOf(`${name}_bucket`, `${set},le="${le}"`, (step) => step * (bucket + 1), end),
        ),
        ...samplesOf(`${name}_count`, set, (step) => step * 3, end),
        ...samplesOf(`${name}_sum`, set, (step) => step * 2, end),
      ];
    });
    return [`# TYPE ${kind === 'counter' ? name.replace(/_total$/, '') : name} ${kind}`, ...series];
  });
  return `${lines.join('\n')}\n# EOF\n`;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
// Named in the report of the run, since the queries are not executed without it.
const withPrometheus = isInstalled('prometheus') && isInstalled('promtool') ? describe : describe.skip;

withPrometheus('over an hour of every metric, a real Prometheus (needs prometheus and promtool)', () => {
  const data = mkdtempSync(join(tmpdir(), 've-prometheus-'));
  let server: ChildProcess | undefined;
  let url = '';
  const end = Math.floor(Date.now() / 30_000) * 30;
  beforeAll(async () => {
    const [samples, rules] = [join(data, 'hour.txt'), join(repositoryRoot, 'docker/prometheus/rules/objectives.yml')];
    writeFileSync(samples, generatedHour(end));
    const store = join(data, 'store');
    for (const args of [['tsdb', 'create-blocks-from', 'openmetrics', samples, store]]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
    }
    const config = join(data, 'prometheus.yml');
    writeFileSync(config, `global: { evaluation_interval: 1s }\nrule_files: [${JSON.stringify(rules)}]\n`);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn('prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${store}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ]);
    const until = Date.now() + 120_000;
    const hasRecorded = async (): Promise<boolean> => {
      const found = await query('objective:errors:increase6h').catch(() => []);
      return found.length >= 4;
    };
    while (!(await hasRecorded())) {
      if (Date.now() > until) throw new Error('Prometheus recorded no series in time');
      await pause(500);
    }
  }, 200_000);
  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(data, { recursive: true, force: true });
  });

  const query = async (expr: string): Promise<unknown[]> => {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expr })}`);
    const body = (await response.json()) as { status: string; error?: string; data?: { result: unknown[] } };
    if (body.status !== 'success') throw new Error(body.error);
    return body.data?.result ?? [];
  };

  test.each(queries)('$panel has a result', async ({ expr }) => {
    expect(await query(expr)).not.toEqual([]);
  });
});
