import { markdownTable } from './markdown-table.ts';
import { isPrometheusAlert, type PrometheusAlert, readPrometheusRules } from './prometheus-rules.ts';

const folder = 'docs/operations/';

const rowOf = ({ alert, labels, annotations: { summary, runbook } }: PrometheusAlert): string[] => [
  `[\`${alert}\`](${runbook.replace(folder, '')})`,
  labels.severity,
  summary,
];

/** The page of all alerts, from the rules of docker/prometheus. */
export const alertsDocument = (): string => `# Alerts

\`npm run docs\` makes this page of the rules in \`docker/prometheus/rules\`. “page” needs an operator at once, “ticket” on the next working day. Each links to what to do.

${markdownTable(['alert', 'needs', 'what it is'], readPrometheusRules().filter(isPrometheusAlert).map(rowOf))}
`;
