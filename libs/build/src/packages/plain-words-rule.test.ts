import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { plainWordsRule } from './plain-words-rule.ts';
import { findRefusedWordsInName, findRefusedWordsInText, refusedWords } from './plain-words.ts';

const refused: [code: string, found: string][] = [
  ['// Nobody reads it.', 'Nobody'],
  ['/** The owner is told\n * once. */', 'told'],
  ['/** It fails for\n * good. */', 'for good'],
  ["// Somebody's card.", "Somebody's"],
  ['const nobodysRoute = 1;', 'nobodys'],
  ['function f({ a: told }: { a: number }) { return told; }', 'told'],
  ['interface Row { givenUp: boolean }', 'given up'],
  ['class Store { #strays = 1; }', 'strays'],
  ['const [parked] = rows;', 'parked'],
  ['const f = (dues = 1) => dues;', 'dues'],
  ["test('says so', () => undefined);", 'says so'],
  ["test.each(rows)('whoever asks', () => undefined);", 'whoever'],
  ['describe.only(`a stray of ${name}`, () => undefined);', 'stray'],
];
const passed: string[] = [
  "const text = 'Nobody is told.';",
  'const text = `Whatever you like`;',
  "output.say('told', somebody.name);",
  'const body = { parked: true, told_at: null };',
  'const { told: outcome } = body;',
  '// Runs as the user `nobody`, as the page “Somebody was faster” explains.',
  '// Symbols by which two releases are told apart.',
  'const mendelian = 1, headroom = 2, retold = 3;',
  "test('sends a reminder once when two workers race', () => undefined);",
];

const rule = plainWordsRule as unknown as NonNullable<Linter.Config['plugins']>[string]['rules'];
const config: Linter.Config[] = [
  {
    files: ['**/*.ts'],
    languageOptions: { parser: parser as Linter.Parser },
    plugins: { words: { rules: { plain: rule } } as never },
    rules: { 'words/plain': 'error' },
  },
];
const lint = (code: string): string[] => new Linter().verify(code, config, 'tried.ts').map(({ message }) => message);

test.each(refused)('refuses in: %s', (code, found) => {
  expect(lint(code).map((message) => /^Not "([^"]*)"/.exec(message)?.[1]?.replace(/[\s*]+/g, ' '))).toEqual([found]);
});

test.each(passed)('allows: %s', (code) => {
  expect(lint(code)).toEqual([]);
});

test('every form is found in text, each with what to write instead', () => {
  for (const { word, forms = [], instead } of refusedWords) {
    expect(instead).not.toBe('');
    for (const form of [word, ...forms])
      expect(findRefusedWordsInText(`A ${form} here.`)).toMatchObject([{ found: form, instead }]);
  }
});

test('names are split at camel case and underscores', () => {
  expect(findRefusedWordsInName('wasMENDEDTwice')).toHaveLength(1);
  expect(findRefusedWordsInName('kept_for_good_rows')).toHaveLength(1);
  expect(findRefusedWordsInName('recommended')).toEqual([]);
});
