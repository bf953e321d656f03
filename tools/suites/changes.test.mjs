import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChanges, planCheck } from './changes.mjs';

const sources = {
  'libs/domain/src/tax/tax.ts': 'export const tax = 1;',
  'libs/domain/src/tax/tax.test.ts': "import { tax } from './tax.ts';",
  'libs/domain/src/tax/shapes.ts': "import type { tax } from './tax.ts';",
  'libs/domain/src/tax/shapes.test.ts': "import './shapes.ts';",
  'bff/src/car.ts': "import {\n  tax,\n} from '@ve/domain/tax/tax';",
  'bff/src/app.ts': "export { car } from './car.ts';",
  'bff/src/app.test.ts': "const { car } = await import('./app.ts');",
  'mfe-report/src/page.tsx': 'export const page = 1;',
  'mfe-report/src/page.test.tsx': "import { page } from './page.tsx';",
  'docs/tax.md': "import './page.tsx'",
  'eslint.config.mjs': '',
};
const plan = (changed, maxTests = 10) =>
  planCheck({ changed, files: Object.keys(sources), read: (file) => sources[file] }, maxTests);

test('tests that load a changed file, through other packages too, are run, the nearest first', () => {
  expect(plan(['libs/domain/src/tax/tax.ts'])).toEqual({
    lint: ['libs/domain/src/tax/tax.ts'],
    tests: ['libs/domain/src/tax/tax.test.ts', 'bff/src/app.test.ts'],
    left: 0,
  });
});

test('a changed test is run, and of too many tests the farthest are left', () => {
  expect(plan(['libs/domain/src/tax/tax.ts', 'mfe-report/src/page.test.tsx'], 2)).toMatchObject({
    tests: ['mfe-report/src/page.test.tsx', 'libs/domain/src/tax/tax.test.ts'],
    left: 1,
  });
});

test('a document has no tests, and settings of lint concern every file', () => {
  expect(plan(['docs/tax.md'])).toEqual({ lint: ['docs/tax.md'], tests: [], left: 0 });
  expect(plan(['docs/tax.md', 'eslint.config.mjs']).lint).toBeNull();
});

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-changes-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const write = (file, text) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root, stdio: 'ignore' });

test('changes are committed, uncommitted and untracked ones since the branch point, without what was deleted', () => {
  git('init', '-b', 'main');
  for (const file of ['committed.ts', 'edited.ts', 'deleted.ts', 'same.ts']) write(file, 'export {};');
  write('.gitignore', 'dist/');
  git('add', '.');
  git('commit', '-m', 'main');
  git('checkout', '-b', 'work');
  write('committed.ts', 'export const a = 1;');
  git('commit', '-am', 'work');
  git('checkout', 'main');
  write('same.ts', 'export const later = 1;');
  git('commit', '-am', 'later');
  git('checkout', 'work');
  write('edited.ts', 'export const a = 1;');
  write('new.ts', 'export {};');
  write('dist/built.js', '');
  rmSync(join(root, 'deleted.ts'));
  expect(findChanges(root).changed).toEqual(['committed.ts', 'edited.ts', 'new.ts']);
});

test('without a branch main, the error says how to get it', () => {
  git('init', '-b', 'work');
  expect(() => findChanges(root)).toThrow('git fetch origin main:main');
});
