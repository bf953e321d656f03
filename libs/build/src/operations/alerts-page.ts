import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { isPrometheusAlert, type PrometheusAlert, readPrometheusRules } from './prometheus-rules.ts';

const folder = 'docs/operations/';

function rowOf({ alert, labels, annotations: { summary, runbook } }: PrometheusAlert): string[] {
  const title = /^# (.*)$/m.exec(readFileSync(join(repositoryRoot, runbook), 'utf8'))?.[1];
  return [`\`${alert}\``, labels.severity, summary, `[${title ?? runbook}](${runbook.replace(folder, '')})`];
}

/** The page of all alerts, from the rules of docker/prometheus. @throws Error where the page of an alert is missing */
export const alertsDocument = (): string => `# Alerts

\`npm run docs\` makes this page of the rules in \`docker/prometheus/rules\`. “page” needs an operator at once, “ticket” on the next working day.

${markdownTable(['alert', 'needs', 'what it is', 'page'], readPrometheusRules().filter(isPrometheusAlert).map(rowOf))}
`;
