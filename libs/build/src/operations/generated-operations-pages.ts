import { environmentVariablesPage } from './environment-variables-page.ts';
import { logEventsAndMetricsPage } from './signals-page.ts';

/** The pages of docs/operations that are generated from the sources, by path from the root. */
export const generatedOperationsPages = async (): Promise<Map<string, string>> =>
  new Map([
    ['docs/operations/environment-variables.md', await environmentVariablesPage()],
    ['docs/operations/log-events-and-metrics.md', logEventsAndMetricsPage()],
  ]);
