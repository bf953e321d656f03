import type { Release } from '@ve/contracts/remote-manifest';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prerenderReleasePair } from './prerender.ts';
import { type RemoteContractModule, importRemoteContract } from './repository.ts';
import { toStoredRelease } from './release-store.ts';

/* The builds for Node are written by hand: a shell that renders the text of its remote for a path. */

const store = mkdtempSync(join(tmpdir(), 've-pairs-'));
let contract: RemoteContractModule;
beforeAll(async () => {
  contract = await importRemoteContract();
});
afterAll(() => {
  rmSync(store, { recursive: true, force: true });
});

function release(name: string, version: string, build: string | null): Release {
  const node = name === 'shell' ? 'node/shell.cjs' : 'node/remote.cjs';
  const folder = join(store, name, version);
  mkdirSync(join(folder, 'node'), { recursive: true });
  if (build !== null) writeFileSync(join(folder, node), build);
  return {
    ...{ name, version, routes: ['/words', '/words/:id'], slots: [], offers: [], contract: '1.0.0', entry: 'entry.js' },
    ...{
      preload: [],
      styles: [],
      fonts: [],
      document: null,
      starter: null,
      devtools: null,
      prerender: ['/words', '/words/1'],
      pages: name === 'shell' ? {} : { '/words/:id': { loadingQuery: 'reg={registration}&step=2' } },
    },
    ...{ feeds: [], redirects: {}, node: build === null ? null : node, shared: {}, sharedExports: {}, calls: {} },
  };
}

const shell = release(
  'shell',
  's1',
  `exports.shared = { words: { get: async () => () => ({ greeting: 'Hello' }) } };
   exports.renderPage = async (entry, remote, path) => ({
     html: entry === null ? 'nobody' : await remote.render(path, entry.version),
     head: '<title>Words</title>',
   });
   exports.renderLoadingPage = async (entry, remote, path) => ({
     html: 'loading ' + await remote.render(path, entry.version),
     head: '',
   });`,
);
const pagesOf = async (build: string | null, version: string): Promise<string> => {
  const folder = join(store, 'pages', version);
  await prerenderReleasePair({
    contract,
    shell: toStoredRelease(store, shell),
    owner: toStoredRelease(store, release('mfe-words', version, build)),
    folder,
  });
  return folder;
};

test('a shell renders a release from their builds alone, with the modules that the shell shares', async () => {
  const folder = await pagesOf(
    `const { greeting } = globalThis[Symbol.for('ve.shared')].words;
     exports.render = (path, version) => greeting + ' ' + path + ' ' + version;`,
    'r1',
  );
  expect(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).toEqual({
    pages: [
      { route: '/words', html: 'words.html', head: 'words.head.html' },
      { route: '/words/1', html: 'words~1.html', head: 'words~1.head.html' },
      { route: '/words/:id', html: 'words~@id.html', head: 'words~@id.head.html' },
    ],
    loading: [{ route: '/words/:id', html: 'words~@id.loading.html', head: 'words~@id.loading.head.html' }],
  });
  expect(readFileSync(join(folder, 'words~1.html'), 'utf8')).toBe('Hello /words/1 r1');
  expect(readFileSync(join(folder, 'words~@id.loading.html'), 'utf8')).toBe(
    'loading Hello /words/:id?reg=YY99YYY&step=2 r1',
  );
});

test('a shell is rendered at the path that no remote owns', async () => {
  const folder = join(store, 'pages/shell');
  await prerenderReleasePair({
    contract,
    shell: toStoredRelease(store, shell),
    owner: toStoredRelease(store, shell),
    folder,
  });
  expect(readFileSync(join(folder, '@nobodys.html'), 'utf8')).toBe('nobody');
});

test('a build that leaves a timer running does not block the renderer', async () => {
  const folder = await pagesOf(`setInterval(() => 0, 1000); exports.render = () => 'done';`, 'leaks');
  expect(readFileSync(join(folder, 'words.html'), 'utf8')).toBe('done');
});

test.each([
  ['throws when it is loaded', `throw new Error('broken at import');`, /broken at import/],
  ['throws when it renders', `exports.render = () => { throw new Error('broken page'); };`, /broken page/],
  ['ends the process', `process.exit(3);`, /ended with code 3/],
  ['never resolves', `exports.render = () => new Promise(() => setInterval(() => 0, 1000));`, /did not end within 2 s/],
  ['loops', `for (;;);`, /did not end within 2 s/],
  ['reads a file that is not its own', `require('node:fs').readFileSync('${store}/secret');`, /ERR_ACCESS_DENIED/],
  ['reads the environment', `throw new Error('token ' + process.env.RELEASE_TOKEN);`, /token undefined/],
  ['starts a program', `require('node:child_process').execSync('true');`, /ERR_ACCESS_DENIED/],
  ['calls out', `require('node:net').connect(8080);`, /ERR_ACCESS_DENIED/],
  ['has no build for Node', null, /no build for Node/],
])('a release that %s is not rendered, and the reason is reported', async (what, build, reason) => {
  writeFileSync(join(store, 'secret'), 'secret');
  process.env.RELEASE_TOKEN = 'secret';
  const version = what.replaceAll(' ', '-');
  const owner = toStoredRelease(store, release('mfe-words', version, build));
  const folder = join(store, 'pages', version);
  await expect(
    prerenderReleasePair({ contract, shell: toStoredRelease(store, shell), owner, folder, limitMs: 2_000 }),
  ).rejects.toThrow(reason);
  expect(existsSync(folder)).toBe(false);
});
