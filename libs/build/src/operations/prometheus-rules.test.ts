import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../repository.ts';
import { isPrometheusAlert, metricNamesOfQuery, prometheusRuleFiles, readPrometheusRules } from './prometheus-rules.ts';
import { readLogEventsAndMetrics } from './signals-page.ts';

const folder = join(repositoryRoot, 'docker/prometheus');
const rules = readPrometheusRules();
const alerts = rules.filter(isPrometheusAlert);
const recorded = rules.flatMap((rule) => ('record' in rule ? [rule.record] : []));

/** What the code declares, as Prometheus names it: a histogram has three series. */
const declared = new Set(
  readLogEventsAndMetrics().metrics.flatMap(({ kind, name }) =>
    kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
  ),
);

const testFiles = globSync('tests/*.yml', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
const cases = testFiles.flatMap(
  (path) =>
    (
      parse(readFileSync(join(folder, path), 'utf8')) as {
        tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
      }
    ).tests,
);

test.each(rules.map((rule) => ['alert' in rule ? rule.alert : rule.record, rule.expr] as const))(
  '%s uses metrics that the code declares',
  (_, expr) => {
    const names = metricNamesOfQuery(expr);
    expect(names.filter((name) => !declared.has(name) && !recorded.includes(name) && name !== 'up')).toEqual([]);
  },
);

test.each(alerts)('$alert has a page, a test that it fires, and one that it does not', ({ alert, annotations }) => {
  expect(annotations.runbook).toMatch(/^docs\/operations\/.*\.md$/);
  expect(existsSync(join(repositoryRoot, annotations.runbook))).toBe(true);
  const expected = cases
    .flatMap((each) => each.alert_rule_test)
    .filter(({ alertname }) => alertname === alert)
    .map(({ exp_alerts: found }) => found.length > 0);
  expect(new Set(expected)).toEqual(new Set([true, false]));
});

test('every objective has an alert for a fast and for a slow loss of its budget', () => {
  const burning = alerts.map(({ alert }) => alert).filter((name) => name.includes('BudgetBurns'));
  expect(burning).toHaveLength(8);
  for (const name of ['Availability', 'FirstSection', 'Membership', 'Reminder'])
    expect(burning).toEqual(expect.arrayContaining([`${name}BudgetBurnsFast`, `${name}BudgetBurnsSlowly`]));
});

test('Prometheus loads every rule file, and a name belongs to one alert', () => {
  const { rule_files: loaded } = parse(readFileSync(join(folder, 'prometheus.yml'), 'utf8')) as {
    rule_files: string[];
  };
  expect(loaded).toEqual(['rules/*.yml']);
  const found = globSync('rules/*.yml', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  expect(found.sort()).toEqual([...prometheusRuleFiles].sort());
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
});

test.each([
  ['sum by (job) (rate(a_total{x="b{"}[5m])) / on (job) c_total > 3', ['a_total', 'c_total']],
  ['(d:e:rate5m or vector(0)) and on (z) max(f) >= 1.5', ['d:e:rate5m', 'f']],
])('reads the metrics of %s', (query, names) => {
  expect(metricNamesOfQuery(query)).toEqual(names.filter((name) => name.length > 1));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
// Named in the report of the run, since the rules are not executed without it.
const withPromtool = hasPromtool ? test : test.skip;

withPromtool(
  'promtool finds the configuration valid, and every alert as its tests expect (needs promtool)',
  () => {
    for (const args of [
      ['check', 'config', join(folder, 'prometheus.yml')],
      ['test', 'rules', ...testFiles.map((path) => join(folder, path))],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
    }
  },
  300_000,
);

const withAmtool = spawnSync('amtool', ['--version']).status === 0 ? test : test.skip;

withAmtool('amtool finds the configuration of Alertmanager valid (needs amtool)', () => {
  const path = join(repositoryRoot, 'docker/alertmanager/alertmanager.yml');
  const { status, stdout, stderr } = spawnSync('amtool', ['check-config', path], { encoding: 'utf8' });
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
});
