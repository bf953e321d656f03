import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { sourcesOf } from './source-files.ts';
import { type Level, levels, logEventsOf, type Metric, metricsOf } from './source-signals.ts';

const folder = join(repositoryRoot, 'docs/operations');
const made = ['environment-variables.md', 'log-events-and-metrics.md'];

const programs = { bff: 'bff/src/main.ts', workers: 'workers/src/main.ts' };

export interface Page {
  /** Relative to `docs/operations`. */
  path: string;
  text: string;
}

interface Signals {
  /** `levels`: the most severe first. `of`: programs. */
  events: { message: string; levels: Level[]; of: string[] }[];
  metrics: (Metric & { of: string[] })[];
}

/** The pages of docs/operations that are written by hand. */
export const writtenPages = (): Page[] =>
  globSync('**/*.md', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !made.includes(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/** The messages that the BFF and the workers log at warn and above, and their metrics. */
export function readSignals(): Signals {
  const events = new Map<string, { levels: Set<Level>; of: Set<string> }>();
  const metrics = new Map<string, { metric: Metric; of: Set<string> }>();
  for (const [program, entry] of Object.entries(programs)) {
    for (const source of sourcesOf(entry).values()) {
      for (const { message, level } of logEventsOf(source)) {
        const event = events.get(message) ?? { levels: new Set(), of: new Set() };
        events.set(message, { levels: event.levels.add(level), of: event.of.add(program) });
      }
      for (const metric of metricsOf(source)) {
        const of = metrics.get(metric.name)?.of ?? new Set();
        metrics.set(metric.name, { metric, of: of.add(program) });
      }
    }
  }
  return {
    events: [...events].map(([message, found]) => ({
      message,
      levels: levels.filter((level) => found.levels.has(level)),
      of: [...found.of],
    })),
    metrics: [...metrics.values()].map(({ metric, of }) => ({ ...metric, of: [...of] })),
  };
}

/** Links to the pages that name a signal in code quotes, with or without labels. */
function pagesAbout(name: string, pages: readonly Page[]): string {
  return pages
    .filter(({ text }) => text.includes(`\`${name}\``) || text.includes(`\`${name}{`))
    .map(({ path, text }) => `[${/^# (.*)$/m.exec(text)?.[1] ?? path}](${path})`)
    .join(', ');
}

const by =
  <T>(key: (each: T) => string) =>
  (one: T, other: T): number =>
    key(one) < key(other) ? -1 : 1;

/** The page of log events and metrics, from the sources of both programs. */
export function signalsPage(): string {
  const pages = writtenPages();
  const { events, metrics } = readSignals();
  const eventRows = events
    .sort(
      by(({ levels: [worst], message }) => `${levels.findIndex((level) => level === worst)} ${message.toLowerCase()}`),
    )
    .map(({ message, levels: at, of }) => [`\`${message}\``, at.join(', '), of.join(', '), pagesAbout(message, pages)]);
  const metricRows = metrics
    .sort(by(({ name }) => name))
    .map(({ kind, name, help, labels, of }) => [
      `\`${name}\``,
      kind,
      labels.join(', '),
      of.join(', '),
      help,
      pagesAbout(name, pages),
    ]);
  return `# Log events and metrics

\`npm run docs\` makes this page of the sources of the BFF and the workers. \`…\` stands for what varies. What no page names needs no action by itself.

## Log events

The field \`msg\` of a log line at \`warn\` and above.

${markdownTable(['event', 'level', 'of', 'page'], eventRows)}

## Metrics

\`GET /metrics\` of each process ([Monitor](monitor.md)). Both also have the default metrics of Node.js (\`process_…\`, \`nodejs_…\`).

${markdownTable(['metric', 'kind', 'labels', 'of', 'what it is', 'page'], metricRows)}
`;
}
