import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { isPrometheusAlert, type PrometheusAlert, readPrometheusRules } from './prometheus-rules.ts';

const folder = 'docs/operations/';

/** The alerts that no fault of the rehearsal causes, as its own test requires them to be named. */
const alertsWithoutFault = (): string[] => {
  const source = readFileSync(join(repositoryRoot, 'workers/scenarios/alert-faults.ts'), 'utf8');
  const [, list = ''] = /alertsWithoutFault[^=]*= \[([^\]]*)\]/.exec(source) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
};

const rowOf = (
  { alert, labels, annotations: { summary, runbook } }: PrometheusAlert,
  withoutFault: readonly string[],
): string[] => [
  `[\`${alert}\`](${runbook.replace(folder, '')})`,
  labels.severity,
  summary,
  withoutFault.includes(alert) ? 'no' : 'yes',
];

/** The page of all alerts, from the rules of docker/prometheus. */
export const alertsDocument = (): string => {
  const withoutFault = alertsWithoutFault();
  const alerts = readPrometheusRules().filter(isPrometheusAlert);
  return `# Alerts

\`npm run docs\` makes this page of the rules in \`docker/prometheus/rules\`. “page” needs an operator at once, “ticket” on the next working day. Each links to what to do. promtool tests each; those with a fault \`npm run rehearse -- alerts\` fires and resolves by it too.

${markdownTable(
  ['alert', 'needs', 'what it is', 'fault'],
  alerts.map((alert) => rowOf(alert, withoutFault)),
)}
`;
};
