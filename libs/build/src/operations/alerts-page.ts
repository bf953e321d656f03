import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { isPrometheusAlert, type PrometheusAlert, readPrometheusRules } from './prometheus-rules.ts';

const folder = 'docs/operations/';

const rehearsalsSchema = z.object({
  byFault: z.array(z.string()),
  /** By rows in the database as faults leave them. */
  byRows: z.array(z.string()),
  /** A late reminder needs a membership of weeks, and a canary hundreds of visitors. */
  promtoolOnly: z.array(z.string()),
});

/** How each alert is rehearsed; a test of the rehearsal keeps the lists complete. */
const readRehearsalOf = (): ((alert: string) => string) => {
  const file = join(repositoryRoot, 'docker/prometheus/alert-rehearsals.json');
  const { byFault, byRows, promtoolOnly } = rehearsalsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const words = new Map([
    ...byFault.map((alert) => [alert, 'by fault'] as const),
    ...byRows.map((alert) => [alert, 'by rows'] as const),
    ...promtoolOnly.map((alert) => [alert, 'promtool only'] as const),
  ]);
  return (alert) => {
    const word = words.get(alert);
    if (word === undefined) throw new Error(`${alert} is not in ${file}`);
    return word;
  };
};

const rowOf = (
  { alert, labels, annotations: { summary, runbook } }: PrometheusAlert,
  rehearsalOf: (alert: string) => string,
): string[] => [`[\`${alert}\`](${runbook.replace(folder, '')})`, labels.severity, summary, rehearsalOf(alert)];

/** The page of all alerts, from the rules of docker/prometheus. */
export const alertsDocument = (): string => {
  const rehearsalOf = readRehearsalOf();
  const alerts = readPrometheusRules().filter(isPrometheusAlert);
  return `# Alerts

\`npm run docs\` makes this page of the rules in \`docker/prometheus/rules\`. “page” needs an operator at once, “ticket” on the next working day. promtool tests each. \`npm run rehearse -- alerts\` fires and resolves those “by fault”, and “by rows” as faults leave them; times are a thirtieth as long.

${markdownTable(
  ['alert', 'needs', 'what it is', 'rehearsed'],
  alerts.map((alert) => rowOf(alert, rehearsalOf)),
)}
`;
};
