import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize, relative } from 'node:path';
import { findRefusedWordsInText } from './packages/plain-words.ts';
import { repositoryRoot as root } from './repository.ts';

/** Every tracked file and folder, relative to the root. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_024 * 1_024,
})
  .split('\n')
  .filter(Boolean);
const folders = [...new Set(files.flatMap((file) => parentsOf(file)))];
const paths = [...files, ...folders];
const topLevel = new Set(folders.filter((folder) => !folder.includes('/')));

const documents = files
  .filter((file) =>
    /^(?:README\.md|CONTRIBUTING\.md|SECURITY\.md|CHANGELOG\.md|docs\/.*\.md|(?:bench|bff|libs|sandbox|workers|mfe-\w+)\/.*\.md)$/.test(
      file,
    ),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const scripts = new Set(
  files
    .filter((file) => /(?:^|\/)package\.json$/.test(file))
    .flatMap((file) => Object.keys(readPackage(file).scripts ?? {})),
);

/** The text of the code, in which each environment variable that a document names has to occur. */
const code = files
  .filter((file) => /\.(?:ts|tsx|mjs|yml|sh)$|^\.env\.example$|Dockerfile/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const variableNames = new Set(code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));

function parentsOf(file: string): string[] {
  const parent = dirname(file);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

function readPackage(file: string): { scripts?: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts?: Record<string, string> };
}

/** The code spans of a document outside its fenced blocks, and the lines of those blocks. */
function codeOf(text: string): { spans: string[]; lines: string[] } {
  const blocks = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const prose = text.replace(/^```[a-z]*\n[\s\S]*?^```/gm, '');
  return {
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
    lines: blocks.flatMap((block) => block.split('\n')),
  };
}

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`; each has to exist. */
function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  return (braces[1] ?? '').split(',').flatMap((part) => alternativesOf(pattern.replace(braces[0], () => part.trim())));
}

/** The remote that `npm run new-remote orders` creates in examples. */
const example = 'mfe-orders/';

/** Whether a span is a path of this repository: by a top-level folder, or by an ending that only our sources have. */
function isPath(span: string): boolean {
  if (!/^[\w.{}*,@/-]+$/.test(span) || /^[/@]/.test(span) || span.startsWith(example)) return false;
  const [first = ''] = span.split('/');
  return (span.includes('/') && topLevel.has(first)) || /\.(?:tsx?|mjs)$/.test(span);
}

/**
 * Whether a path exists: from the root, or the end of one (`mails/send.handler.ts`), or of one below `src`
 * (`domain/mot/mot.ts`).
 */
function exists(path: string): boolean {
  const wanted = path.replace(/\/$/, '');
  const patterns = [wanted, `**/${wanted}`, `**/${wanted.replace('/', '/src/')}`];
  return patterns.some((pattern) =>
    pattern.includes('*') ? paths.some((each) => matchesGlob(each, pattern)) : paths.includes(pattern),
  );
}

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/ /g, '-');

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));

describe.each(documents)('$path', ({ path, text }) => {
  const { spans, lines } = codeOf(text);

  test('names only files and folders that exist', () => {
    const missing = spans.filter(isPath).flatMap((span) => alternativesOf(span).filter((each) => !exists(each)));
    expect(missing).toEqual([]);
  });

  test('names only modules of workspace packages that exist', () => {
    const modules = spans.flatMap((span) => [...span.matchAll(/^@ve\/([a-z-]+)\/([\w./-]+)$/g)]);
    const missing = modules.filter(
      ([, name = '', module = '']) =>
        !paths.some((path) => new RegExp(`^(?:libs/)?${name}/src/${module}(?:\\.tsx?)?$`).test(path)),
    );
    expect(missing.map(([span]) => span)).toEqual([]);
  });

  test('names only commands that exist', () => {
    const commands = [...spans, ...lines].flatMap((span) => [...span.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]);
    expect(commands.map(([, name = '']) => name).filter((name) => !scripts.has(name))).toEqual([]);
  });

  test('names only environment variables that the code knows', () => {
    const variables = [...spans, ...lines].flatMap((span) => span.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
    expect(variables.filter((name) => !variableNames.has(name))).toEqual([]);
  });

  test('links only to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? path : normalize(join(dirname(path), to)).replace(/\/$/, '');
      if (!paths.includes(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The glossary names the words that the terms replaced; the others are generated. */
const unchecked = ['glossary', 'operations/environment-variables', 'operations/log-events-and-metrics'];
const isProse = ({ path }: { path: string }): boolean =>
  path.startsWith('docs/') && !unchecked.includes(path.slice('docs/'.length, -'.md'.length));

test.each(documents.filter(isProse))('$path uses the terms of the glossary', ({ text }) => {
  expect(text.split('\n').flatMap((line) => findRefusedWordsInText(line))).toEqual([]);
});

test('each decision has a unique number, which its title repeats', () => {
  const decisions = documents.filter(({ path }) => path.startsWith('docs/adr/'));
  const numbers = decisions.map(({ path }) => Number(relative('docs/adr', path).slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(decisions.length).toBeGreaterThan(0);
  for (const [index, { text }] of decisions.entries()) expect(text).toMatch(new RegExp(`^# ${numbers[index]}\\. `));
});

/** Counts words as `wc -w` does. */
const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Tables to look things up in, not to read: generated, measured, or one row for each term or departure. */
const lookedUp = [
  'docs/glossary.md',
  'docs/spec-map/departures.md',
  'docs/operations/environment-variables.md',
  'docs/operations/log-events-and-metrics.md',
  'bench/figures.md',
];

test.each(documents.filter(({ path }) => !lookedUp.includes(path)))('$path has at most 700 words', ({ text }) => {
  expect(countWords(text)).toBeLessThanOrEqual(700);
});

test('all decisions together have at most 14,000 words', () => {
  const decisions = documents.filter(({ path }) => path.startsWith('docs/adr/'));
  expect(decisions.reduce((words, { text }) => words + countWords(text), 0)).toBeLessThanOrEqual(14_000);
});

test.each(documents.filter(({ path }) => path.startsWith('docs/adr/')))(
  '$path has the four parts of a decision, in at most 350 words',
  ({ text }) => {
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
      'What shows it',
    ]);
    expect(countWords(text)).toBeLessThanOrEqual(350);
  },
);
