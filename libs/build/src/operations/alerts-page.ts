import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { isPrometheusAlert, type PrometheusAlert, readPrometheusRules } from './prometheus-rules.ts';

const folder = 'docs/operations/';

/** How the rehearsal tries an alert, by the lists of its own source, which its test keeps complete. */
const readFaultOf = (): ((alert: string) => string) => {
  const source = readFileSync(join(repositoryRoot, 'workers/scenarios/alert-faults.ts'), 'utf8');
  const listAfter = (start: RegExp): string[] => {
    const [, list = ''] = new RegExp(`${start.source}\\[([^\\]]*)\\]`).exec(source) ?? [];
    return [...list.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
  };
  const without = listAfter(/alertsWithoutFault[^=]*= /);
  const byRows = listAfter(/what: 'rows are as faults leave them',\s*alerts: /);
  return (alert) => (without.includes(alert) ? 'no' : byRows.includes(alert) ? 'rows' : 'yes');
};

const rowOf = (
  { alert, labels, annotations: { summary, runbook } }: PrometheusAlert,
  faultOf: (alert: string) => string,
): string[] => [`[\`${alert}\`](${runbook.replace(folder, '')})`, labels.severity, summary, faultOf(alert)];

/** The page of all alerts, from the rules of docker/prometheus. */
export const alertsDocument = (): string => {
  const faultOf = readFaultOf();
  const alerts = readPrometheusRules().filter(isPrometheusAlert);
  return `# Alerts

\`npm run docs\` makes this page of the rules in \`docker/prometheus/rules\`. “page” needs an operator at once, “ticket” on the next working day. Each links to what to do. promtool tests each. \`npm run rehearse -- alerts\` fires and resolves those with “yes” by their fault, those with “rows” by what it leaves in the database; times are a thirtieth as long.

${markdownTable(
  ['alert', 'needs', 'what it is', 'fault'],
  alerts.map((alert) => rowOf(alert, faultOf)),
)}
`;
};
