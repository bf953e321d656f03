import { alertsDocument } from './alerts-page.ts';
import { environmentVariablesDocument } from './environment-variables-page.ts';
import { logEventsAndMetricsDocument } from './signals-page.ts';

/** The pages of docs/operations that are generated from the sources, by path from the root. */
export const generatedOperationsDocuments = async (): Promise<Map<string, string>> =>
  new Map([
    ['docs/operations/alerts.md', alertsDocument()],
    ['docs/operations/environment-variables.md', await environmentVariablesDocument()],
    ['docs/operations/log-events-and-metrics.md', logEventsAndMetricsDocument()],
  ]);
