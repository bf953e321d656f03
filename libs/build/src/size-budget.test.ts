import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScriptGroup } from './script-tree.ts';
import { totalScriptBytes, measureRemoteScripts, findBudgetExcesses } from './size-budget.ts';
import type { FrontEndPackageManifest } from './repository.ts';
import { type StoredRelease, toStoredRelease } from './release-store.ts';

const store = mkdtempSync(join(tmpdir(), 've-sizes-'));
afterAll(() => {
  rmSync(store, { recursive: true });
});

/** Writes a file of about `size` formatKilobytes after gzip: random text hardly compresses. */
function write(path: string, size: number): void {
  mkdirSync(dirname(join(store, path)), { recursive: true });
  writeFileSync(join(store, path), randomBytes(size * 1000));
}

const release = (name: string, entry: string, preload: string[]): StoredRelease =>
  toStoredRelease(store, {
    name,
    version: 'v1',
    routes: [],
    slots: [],
    contract: '1.0.0',
    entry,
    preload,
    styles: [],
    fonts: [],
    document: null,
    starter: null,
    devtools: null,
    prerender: [],
    pages: {},
    feeds: [],
    redirects: {},
    offers: [],
    node: null,
    shared: {},
    sharedExports: {},
    calls: {},
  });

const manifest: FrontEndPackageManifest = {
  name: 'mfe-x',
  routes: [],
  slots: [],
  offers: [],
  contract: '1.0.0',
  prerender: [],
  pages: {},
  feeds: [],
  redirects: {},
  budget: { start: 100, page: 150 },
};

for (const [path, size] of Object.entries({
  'shell/v1/main.js': 50,
  'shell/v1/federation.js': 10,
  'shell/v1/queries.abc.js': 20,
  'mfe-x/v1/remoteEntry.js': 5,
  'mfe-x/v1/remote.js': 10,
  'mfe-x/v1/common.js': 15,
  'mfe-x/v1/small.js': 10,
  'mfe-x/v1/large.js': 15,
  'mfe-x/v1/chart.js': 12,
  'mfe-x/v1/map.js': 8,
})) {
  write(path, size);
}
const shell = release('shell', 'main.js', ['federation.js']);
const remote = release('mfe-x', 'remoteEntry.js', ['remote.js']);
const tree: ScriptGroup = {
  name: 'remote',
  files: ['remote.js'],
  shared: [],
  next: [
    { name: './small.page.tsx', files: ['common.js', 'small.js'], shared: ['queries'], next: [] },
    {
      name: './large.page.tsx',
      files: ['common.js', 'large.js'],
      shared: ['queries'],
      next: [
        { name: './chart.tsx', files: ['common.js', 'chart.js'], shared: ['queries'], next: [] },
        { name: './map.tsx', files: ['map.js'], shared: [], next: [] },
      ],
    },
  ],
};
const kB = (scripts: readonly { file: string; bytes: number }[]) => Math.round(totalScriptBytes(scripts) / 1000);

test('the start is the shell, the entry chunk and the exposed module; the heaviest page counts each file once', () => {
  const { start, page } = measureRemoteScripts(shell, remote, { scripts: tree, slotScripts: null });
  expect(kB(start)).toBe(75);
  expect(page.name).toBe('./large.page.tsx');
  expect(kB(page.scripts)).toBe(75 + 15 + 15 + 20 + 12);
});

test('a shared library that the exposed module needs is part of the start', () => {
  const scripts = { name: 'remote', files: ['remote.js'], shared: ['queries'], next: [] };
  const { start, page } = measureRemoteScripts(shell, remote, { scripts, slotScripts: null });
  expect([kB(start), kB(page.scripts), page.name]).toEqual([95, 95, 'remote']);
});

test.each([
  [{ start: 100, page: 150 }, []],
  [{ start: 70, page: 150 }, ['every page of it starts with 75']],
  [{ start: 70, page: 130 }, ['every page of it starts with 75', 'its heaviest page (./large.page.tsx) needs 137']],
])('with %j, reports what is over budget, heaviest file first', (budget, expected) => {
  const messages = findBudgetExcesses(
    { ...manifest, budget },
    measureRemoteScripts(shell, remote, { scripts: tree, slotScripts: null }),
  );
  expect(messages).toEqual(expected.map((message) => expect.stringContaining(`mfe-x is over its budget: ${message}`)));
  for (const message of messages) expect(message.split('\n')[1]).toContain('shell/main.js');
});

test('a slot filler counts separately, with its entry chunk and without the shell, which the page already has', () => {
  const slotScripts = {
    name: 'slots',
    files: ['small.js'],
    shared: ['queries'],
    next: [{ name: './chart.tsx', files: ['chart.js'], shared: [], next: [] }],
  };
  const size = measureRemoteScripts(shell, remote, { scripts: tree, slotScripts });
  expect(kB(size.slot)).toBe(5 + 10 + 20 + 12);
  const over = findBudgetExcesses({ ...manifest, budget: { start: 100, page: 150, slot: 40 } }, size);
  expect(over).toEqual([expect.stringContaining('what fills a slot adds 47')]);
});
