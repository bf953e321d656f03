import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';
import { repositoryRoot } from '../repository.ts';
import { generatedPages } from './generated-pages.ts';
import { readSignals, writtenPages } from './signals-page.ts';
import { logEventsOf, metricsOf } from './source-signals.ts';

const pages = writtenPages();
const { events, metrics } = readSignals();

/** The code spans of a page, without its blocks. */
const spansOf = (text: string): string[] =>
  [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

const parse = (code: string): ts.SourceFile => ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);

describe('docs/operations', () => {
  test('what is generated from the sources is up to date; otherwise: npm run docs', async () => {
    for (const [path, text] of await generatedPages()) {
      expect({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }).toEqual({ path, text });
      expect(await prettier.format(text, { parser: 'markdown' })).toBe(text);
    }
  });

  test('a page explains what to do about each event at error and above', () => {
    const spans = new Set(pages.flatMap(({ text }) => spansOf(text)));
    const severe = events.filter(({ levels }) => levels[0] !== 'warn').map(({ message }) => message);
    expect(severe.filter((message) => !spans.has(message))).toEqual([]);
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
    expect(events).toContainEqual({ message: 'job failed', levels: ['error'], of: ['workers'] });
    expect(events).toContainEqual({ message: 'no answer of Stripe', levels: ['error', 'warn'], of: ['bff'] });
    expect(metrics).toContainEqual({
      kind: 'gauge',
      name: 'outbox_oldest_job_age_seconds',
      help: 'Age of the oldest of them',
      labels: ['state'],
      of: ['workers'],
    });
  });

  test.each([
    ["this.#logger.warn({ err }, 'it failed');", [{ level: 'warn', message: 'it failed' }]],
    ["logger.info('ready');", []],
    ["const words = 'it failed'; logger.error(words);", [{ level: 'error', message: 'it failed' }]],
    ['logger.warn(`${what} failed`);', [{ level: 'warn', message: '… failed' }]],
    [
      "logger[last ? 'error' : 'warn']({}, last ? 'given up' : 'again');",
      [
        { level: 'error', message: 'given up' },
        { level: 'warn', message: 'again' },
      ],
    ],
    [
      "logger[refused ? 'error' : 'warn']({}, 'no answer');",
      [
        { level: 'error', message: 'no answer' },
        { level: 'warn', message: 'no answer' },
      ],
    ],
  ])('%s', (code, expected) => {
    expect(logEventsOf(parse(code))).toEqual(expected);
  });

  test('rejects a message or a name that is not a literal in the source', () => {
    expect(() => logEventsOf(parse('\nlogger.warn(words);'))).toThrow('code.ts:2: the last argument');
    expect(() => metricsOf(parse("new Gauge({ name, help: 'x' });"))).toThrow('literals');
  });
});
