import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';
import { generatedOperationsDocuments } from './generated-operations-pages.ts';
import { readLogEventsAndMetrics, handwrittenOperationsDocuments } from './signals-page.ts';
import { logCallsOf, metricsOfSources } from './source-signals.ts';

const pages = handwrittenOperationsDocuments();
const { events, metrics } = readLogEventsAndMetrics();

/** The code spans of a page, without its blocks. */
const spansOf = (text: string): string[] =>
  [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

const parse = (code: string, path = 'code.ts'): ts.SourceFile =>
  ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);

describe('docs/operations', () => {
  test('what is generated from the sources is up to date; otherwise: npm run docs', async () => {
    for (const [path, text] of await generatedOperationsDocuments()) {
      expect({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }).toEqual({ path, text });
      expect(await prettier.format(text, { parser: 'markdown' })).toBe(text);
    }
  });

  test('a page explains what to do about each event at error and above', () => {
    const spans = new Set(pages.flatMap(({ text }) => spansOf(text)));
    const severe = events.filter(({ levels }) => levels[0] !== 'warn').map(({ name }) => name);
    expect(severe.filter((name) => !spans.has(name))).toEqual([]);
  });

  test.each(pages)('$path is short', ({ text }) => {
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
  });

  test.each(pages.filter(({ path }) => path.startsWith('alarms/')))('$path is a runbook', ({ text }) => {
    const headings = text
      .match(/^## .*$/gm)
      ?.join('\n')
      .toLowerCase();
    for (const question of ['what you see', 'what it means', 'what to do']) expect(headings).toContain(question);
  });

  test.each(pages)('$path names only metrics that exist', ({ text }) => {
    const named = spansOf(text).flatMap(
      (span) => /^(\w+)\{\w+[=,}]/.exec(span)?.[1] ?? /^\w+_total$/.exec(span)?.[0] ?? [],
    );
    expect(named.filter((name) => !metrics.some((metric) => metric.name === name))).toEqual([]);
  });

  test.each(pages.filter(({ path }) => path !== 'README.md'))('the index leads to $path', ({ path }) => {
    expect(pages.find((page) => page.path === 'README.md')?.text).toContain(`(${path})`);
  });
});

describe('signals of the sources', () => {
  test('reads events and metrics of both programs', () => {
    expect(events).toContainEqual({
      name: 'job_failed',
      sentence: 'A job failed permanently.',
      levels: ['error'],
      of: ['workers'],
    });
    expect(events).toContainEqual({
      name: 'clock_corrected',
      sentence: 'The clock was corrected from its time source.',
      levels: ['warn'],
      of: ['bff', 'workers'],
    });
    expect(metrics).toContainEqual({
      kind: 'gauge',
      name: 'outbox_oldest_job_age_seconds',
      help: 'Age of the oldest of them',
      labels: ['state'],
      of: ['workers'],
    });
  });

  test('every log call has an event name as its first field and a sentence as its message', () => {
    const paths = globSync('{bff,workers,libs/*}/src/**/*.ts', { cwd: repositoryRoot });
    const sources = paths
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
      .filter(({ text }) => /logger/i.test(text));
    expect(sources.length).toBeGreaterThan(40);
    for (const { path, text } of sources) expect(() => logCallsOf(parse(text, path))).not.toThrow();
  });

  const call = { event: 'it_failed', sentence: 'It failed.', levels: ['warn'] };

  test.each([
    ["this.#logger.warn({ event: 'it_failed', err }, 'It failed.');", [call]],
    ["const it = 'It failed.'; context.logger.warn({ event: 'it_failed' }, it);", [call]],
    [
      "const level = last ? 'error' : 'warn'; logger[level]({ event: 'it_failed' }, 'It failed.');",
      [{ ...call, levels: ['error', 'warn'] }],
    ],
    [
      "logger[last ? 'error' : 'info']({ event: 'it_failed' }, 'It failed.');",
      [{ ...call, levels: ['error', 'info'] }],
    ],
    ['logger.child({ queue });', []],
    ["console.warn('it failed');", []],
  ])('%s', (code, expected) => {
    expect(logCallsOf(parse(code))).toEqual(expected);
  });

  const eventExpected = 'code.ts:2: the first field';
  const sentenceExpected = 'code.ts:2: the message';

  test.each([
    ["logger.info('Ready.');", eventExpected],
    ["logger.info({ url }, 'Ready.');", eventExpected],
    ["logger.info(fields, 'Ready.');", eventExpected],
    ["logger.info({ url, event: 'process_ready' }, 'Ready.');", eventExpected],
    ["logger.info({ event: 'processReady' }, 'Ready.');", eventExpected],
    ["logger.info({ event: name }, 'Ready.');", eventExpected],
    ["logger.info({ event: 'process_ready' });", sentenceExpected],
    ["logger.info({ event: 'process_ready' }, 'ready');", sentenceExpected],
    ["logger.info({ event: 'process_ready' }, 'Ready. Go on.');", sentenceExpected],
    ["logger.info({ event: 'process_ready' }, `${name} is ready.`);", sentenceExpected],
    ["logger[level]({ event: 'process_ready' }, 'Ready.');", 'code.ts:2: the level'],
  ])('rejects %s', (code, message) => {
    expect(() => logCallsOf(parse(`\n${code}`))).toThrow(message);
  });

  test('rejects a metric whose name is not a literal in the source', () => {
    expect(() => metricsOfSources(parse("new Gauge({ name, help: 'x' });"))).toThrow('literals');
  });
});
