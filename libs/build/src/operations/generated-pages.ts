import { environmentPage } from './environment-page.ts';
import { signalsPage } from './signals-page.ts';

/** The pages of docs/operations that are generated from the sources, by path from the root. */
export const generatedPages = async (): Promise<Map<string, string>> =>
  new Map([
    ['docs/operations/environment-variables.md', await environmentPage()],
    ['docs/operations/log-events-and-metrics.md', signalsPage()],
  ]);
