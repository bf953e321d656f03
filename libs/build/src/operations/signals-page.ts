import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';
import { sourceFilesOfProgram } from './source-files.ts';
import {
  type LogLevel,
  logCallsOf,
  type DeclaredMetric,
  metricsOfSources,
  documentedLogLevels,
} from './source-signals.ts';

const folder = join(repositoryRoot, 'docs/operations');
const made = ['alerts.md', 'environment-variables.md', 'log-events-and-metrics.md'];

const programs = {
  bff: 'bff/src/main.ts',
  workers: 'workers/src/main.ts',
  backup: 'workers/src/operations/backup/backup.command.ts',
};

export interface OperationsDocument {
  /** Relative to `docs/operations`. */
  path: string;
  text: string;
}

interface LogEvent {
  name: string;
  sentence: string;
  /** The most severe first. */
  levels: LogLevel[];
  /** Programs. */
  of: string[];
}

interface Signals {
  events: LogEvent[];
  metrics: (DeclaredMetric & { of: string[] })[];
}

/** The pages of docs/operations that are written by hand. */
export const handwrittenOperationsDocuments = (): OperationsDocument[] =>
  globSync('**/*.md', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !made.includes(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/**
 * The events that the BFF, the workers and the nightly backup log at warn and above, and their metrics.
 *
 * @throws Error where one event has two sentences
 */
export function readLogEventsAndMetrics(): Signals {
  const events = new Map<string, { sentence: string; levels: Set<LogLevel>; of: Set<string> }>();
  const metrics = new Map<string, { metric: DeclaredMetric; of: Set<string> }>();
  for (const [program, entry] of Object.entries(programs)) {
    for (const source of sourceFilesOfProgram(entry).values()) {
      for (const { event: name, sentence, levels } of logCallsOf(source)) {
        const event = events.get(name) ?? { sentence, levels: new Set(), of: new Set() };
        if (event.sentence !== sentence) throw new Error(`${name}: two sentences, which have to be one: ${sentence}`);
        for (const level of levels) event.levels.add(level);
        events.set(name, { ...event, of: event.of.add(program) });
      }
      for (const metric of metricsOfSources(source)) {
        const of = metrics.get(metric.name)?.of ?? new Set();
        metrics.set(metric.name, { metric, of: of.add(program) });
      }
    }
  }
  return {
    events: [...events]
      .map(([name, { sentence, levels, of }]) => ({
        name,
        sentence,
        levels: documentedLogLevels.filter((level) => levels.has(level)),
        of: [...of],
      }))
      .filter(({ levels }) => levels.length > 0),
    metrics: [...metrics.values()].map(({ metric, of }) => ({ ...metric, of: [...of] })),
  };
}

/** Links to the pages that name a signal in code quotes, with or without labels. */
function pagesAbout(name: string, pages: readonly OperationsDocument[]): string {
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
export function logEventsAndMetricsDocument(): string {
  const pages = handwrittenOperationsDocuments();
  const { events, metrics } = readLogEventsAndMetrics();
  const eventRows = events
    .sort(by(({ levels: [worst], name }) => `${documentedLogLevels.findIndex((level) => level === worst)} ${name}`))
    .map(({ name, sentence, levels, of }) => [
      `\`${name}\``,
      sentence,
      levels.join(', '),
      of.join(', '),
      pagesAbout(name, pages),
    ]);
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

\`npm run docs\` makes this page of the sources of the BFF and the workers. What no page names needs no action by itself.

## Log events

Each log line has the field \`event\`, and a sentence as its \`msg\`. These are the events at \`warn\` and above.

${markdownTable(['event', 'sentence', 'level', 'of', 'page'], eventRows)}

## Metrics

\`GET /metrics\` of each process ([Monitor](monitor.md)). Both also have the default metrics of Node.js (\`process_…\`, \`nodejs_…\`).

${markdownTable(['metric', 'kind', 'labels', 'of', 'what it is', 'page'], metricRows)}
`;
}
