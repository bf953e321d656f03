import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

test.each(['mock', 'doMock', 'setMock', 'unstable_mockModule', 'resetModules', 'isolateModules', 'enableAutomock'])(
  'jest.%s is rejected with a message',
  (name) => {
    expect(() => jest[name]('node:fs', () => ({}))).toThrow(`jest.${name}: no module is replaced here`);
  },
);

test('jest.useFakeTimers is rejected with a message', () => {
  expect(() => jest.useFakeTimers()).toThrow('jest.useFakeTimers: there are no fake timers here');
});

const here = fileURLToPath(new URL('.', import.meta.url));
const { resolve } = createRequire(import.meta.url);

const workspacePackage = {
  'package.json': '{ "type": "module" }',
  'in-order.cjs': `module.exports = class {
    shard = (tests) => tests;
    sort = (tests) => tests.sort((one, other) => (one.path < other.path ? -1 : 1));
    allFailedTests = (tests) => tests;
    cacheResults() {}
  };`,
  'src/count.ts': 'const state = { files: 0 }; export const countFile = (): number => (state.files += 1);',
  'src/testing/count.ts': 'const state = { files: 0 }; export const countFile = (): number => (state.files += 1);',
  'src/whole.ts': `import { countFile } from './count.ts';
    import { part } from './part.ts';
    countFile();
    export const whole = part;`,
  'src/part.ts': `if (process.env.BROKEN === 'yes') throw new Error('the part is broken');
    export const part = 'a part';`,
  'src/a.test.ts': `process.env.BROKEN = 'yes';
    globalThis.left = 'by the first';
    const { whole } = await import('./whole.ts');
    test('never reached', () => expect(whole).toBe('a part'));`,
  'src/b.test.ts': `import { whole } from './whole.ts';
    import { missing } from './missing.ts';
    test('never reached', () => expect(whole).toBe(missing));`,
  'src/c.test.ts': `import { countFile } from './count.ts';
    import { countFile as countForFile } from './testing/count.ts';
    import { whole } from './whole.ts';
    test('loads what failed before', () => expect(whole).toBe('a part'));
    test('finds nothing of the files before', () => expect(globalThis).not.toHaveProperty('left'));
    test('loads its own of what is made for tests', () => expect([countFile(), countForFile()]).toEqual([2, 1]));`,
  'src/d.test.ts': `import { countFile } from './count.ts';
    import { countFile as countForFile } from './testing/count.ts';
    test('shares the modules of the package', () => expect([countFile(), countForFile()]).toEqual([3, 1]));`,
};

let folder;
let found;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 've-jest-')));
  for (const [file, text] of Object.entries(workspacePackage)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const config = {
    rootDir: folder,
    runtime: join(here, 'shared-modules.mjs'),
    testEnvironment: join(here, 'shared-realm-environment.mjs'),
    testSequencer: join(folder, 'in-order.cjs'),
    extensionsToTreatAsEsm: ['.ts'],
    transform: {
      '\\.ts$': [resolve('@swc/jest'), { jsc: { target: 'es2024', parser: { syntax: 'typescript' } } }],
    },
    cacheDirectory: join(folder, 'cache'),
    watchman: false,
  };
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--experimental-vm-modules', resolve('jest/bin/jest')],
      ...['-i', '--json', '--rootDir', folder, '--config', JSON.stringify(config)],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(`jest says nothing: ${stderr}`);
  found = JSON.parse(stdout).testResults.map(({ name, message, assertionResults }) => ({
    file: name.slice(folder.length + 1),
    message,
    tests: assertionResults.map(({ status, title }) => `${status}: ${title}`),
  }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file whose modules fail to load reports which and why, and does not affect later files', () => {
  const of = (file) => found.find((result) => result.file === file);
  expect(of('src/a.test.ts').message).toMatch(/the part is broken[\s\S]*src\/part\.ts/);
  expect(of('src/b.test.ts').message).toMatch(/Cannot find module '\.\/missing\.ts' from 'src\/b\.test\.ts'/);
  expect(of('src/c.test.ts').tests).toEqual([
    'passed: loads what failed before',
    'passed: finds nothing of the files before',
    'passed: loads its own of what is made for tests',
  ]);
});

test('files share the modules of a package, and no test helpers', () => {
  expect(found.find(({ file }) => file === 'src/d.test.ts').tests).toEqual([
    'passed: shares the modules of the package',
  ]);
});
