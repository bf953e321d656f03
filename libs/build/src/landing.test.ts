import type { Release } from '@ve/contracts/remote-manifest';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFrontEndPackages } from './build-all.ts';
import { listFilesIn } from './release-files.ts';
import {
  type RemoteContractModule,
  installedPackageVersions,
  importRemoteContract,
  repositoryRoot,
} from './repository.ts';
import type { ScriptGroup } from './script-tree.ts';
import { sharedDependencyVersions } from './shared-deps.ts';
import { readJson, readLiveReleaseVersions } from './release-store.ts';

/* The product's front end, in a production build. */

const store = mkdtempSync(join(tmpdir(), 've-store-'));
let releases: Release[] = [];
let contract: RemoteContractModule;

const folderOf = ({ name, version }: Release): string => join(store, name, version);
const named = (name: string): Release => {
  const release = releases.find((candidate) => candidate.name === name);
  if (release === undefined) throw new Error(`${name} did not build`);
  return release;
};
const scriptsOf = (release: Release): string[] => listFilesIn(folderOf(release)).filter((file) => file.endsWith('.js'));
const readScript = (release: Release, file: string): Buffer => readFileSync(join(folderOf(release), file));

/**
 * Copies the existing builds into the store, so that only what changed is built here. A release that a concurrent build
 * in this folder moves or removes is built here too.
 */
function takeBuilt(): void {
  const built = join(repositoryRoot, '.store');
  const live = readLiveReleaseVersions(built);
  const folders = Object.entries(live).map(([name, version]) => join(name, version));
  for (const path of ['.stamps', join('prerendered', live['shell'] ?? ''), ...folders]) {
    try {
      cpSync(join(built, path), join(store, path), { recursive: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      rmSync(join(store, path), { recursive: true, force: true });
    }
  }
}

beforeAll(async () => {
  contract = await importRemoteContract();
  takeBuilt();
  const cli = join(repositoryRoot, 'libs/build/src/cli/build-all.ts');
  const { status, stderr } = spawnSync(process.execPath, [cli], {
    env: { ...process.env, STORE_DIR: store, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  releases = Object.entries(readLiveReleaseVersions(store)).map(
    ([name, version]) => readJson(join(store, name, version, 'release.json')) as Release,
  );
}, 120_000);
afterAll(() => {
  rmSync(store, { recursive: true, force: true });
});

test('every package has a live release', () => {
  expect(releases.map(({ name }) => name).sort()).toEqual(findFrontEndPackages(repositoryRoot).sort());
});

test('every release has a build for Node, and the shell lists the versions that it provides', () => {
  for (const release of releases) expect(listFilesIn(folderOf(release))).toContain(release.node);
  expect(named('shell').shared).toEqual(
    sharedDependencyVersions(null, installedPackageVersions(contract.contractVersion)),
  );
});

test('every release has the calls that it was built with, and a remote the versions of the shared modules that it uses', () => {
  const calls = (name: string) => Object.keys(named(name).calls);
  expect(calls('shell')).toEqual(
    expect.arrayContaining(['GET /api/session', 'GET /api/remotes', 'POST /api/error-logs']),
  );
  expect(calls('mfe-report')).toContain('GET /api/reports/:registration');
  expect(calls('mfe-search').filter((key) => key.includes('/api/admin/'))).toEqual([]);
  for (const release of releases) expect(JSON.stringify(release.calls).length).toBeLessThan(80_000);
  expect(named('mfe-content').shared).toMatchObject({ 'styled-components': expect.stringMatching(/^\^6\./) });
  expect(Object.keys(named('mfe-content').shared)).not.toContain('@ve/mfe-kit/follow-task');
});

test('the build records which scripts the pages of a remote load', () => {
  const treeOf = (name: string) =>
    (readJson(join(store, '.stamps', `${name}.json`)) as { scripts: ScriptGroup | null }).scripts;
  expect(treeOf('shell')).toBeNull();
  // The only page is in the exposed module, so the lazily shared modules of its first view load with it.
  expect(treeOf('mfe-report')).toMatchObject({ shared: expect.arrayContaining(['queries', 'follow']) });
  expect(treeOf('mfe-search')).toMatchObject({ shared: [], files: named('mfe-search').preload });
  const pages = treeOf('mfe-content')?.next ?? [];
  expect(pages.map(({ name }) => name)).toContain('./faq/faq.page.tsx');
  const article = pages.find(({ name }) => name === './blog/article.page.tsx');
  expect(article?.next.map(({ name }) => name)).toContain('./articles/viewing.ts');
});

test('React, styled-components, the router and the federation runtime are bundled once, in the shell', () => {
  const holding = (mark: string): string[] => [
    ...new Set(
      releases
        .filter((release) => scriptsOf(release).some((file) => readScript(release, file).includes(mark)))
        .map(({ name }) => name),
    ),
  ];
  expect(holding('__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=')).toEqual(['shell']);
  expect(holding('data-styled-version')).toEqual(['shell']);
  expect(holding('popstate')).toEqual(['shell']);
  expect(holding('__FEDERATION__')).toContain('shell');
});

test('no release contains what the Content-Security-Policy forbids: eval, inline scripts, style attributes', () => {
  for (const release of releases) {
    for (const file of scriptsOf(release)) {
      const code = readScript(release, file).toString();
      expect([release.name, file, /\beval\(|new Function\(/.exec(code)?.[0] ?? null]).toEqual([
        release.name,
        file,
        null,
      ]);
    }
  }
  const shell = named('shell');
  const document = readScript(shell, shell.document ?? '').toString();
  expect(document).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(document).not.toMatch(/<style|\sstyle=/);
  expect(document).toContain('<!--ve-assets-->');
  expect(document).not.toContain('veversion000');
});

test('every route listed under prerender has complete prerendered HTML with its styles', () => {
  const shell = named('shell');
  const listed = releases
    .filter(({ name }) => name !== 'shell')
    .flatMap(({ name, version }) => {
      const { prerender } = readJson(join(repositoryRoot, name, 'remote.json')) as { prerender: string[] };
      return prerender.map((route) => ({ route, folder: join(store, 'prerendered', shell.version, name, version) }));
    });
  expect(listed.map(({ route }) => route)).toContain('/');
  for (const { route, folder } of listed) {
    const { pages } = readJson(join(folder, 'index.json')) as {
      pages: { route: string; html: string; head: string }[];
    };
    const page = pages.find((candidate) => candidate.route === route);
    const html = readFileSync(join(folder, page?.html ?? ''), 'utf8');
    const head = readFileSync(join(folder, page?.head ?? ''), 'utf8');
    expect(html).toMatch(/<header[\s>].*<main[\s>].*<h1[\s>].*<footer[\s>]/s);
    expect(head).toMatch(/<title>[^<]+<\/title>/);
    expect(head).toContain('data-styled="true"');
    // Fonts must be those of the browser build, or they would be fetched twice.
    const [font] = /\/remotes\/shell\/[^)"']+\.woff2/.exec(head) ?? [];
    expect(shell.fonts.map((file) => `/remotes/shell/${shell.version}/${file}`)).toContain(font);
  }
});

interface PrerenderedPage {
  route: string;
  head: string;
  html: string;
  article?: object;
}

/** Prerendered pages of one remote, and the folder of their files. */
function prerenderedPages({ name, version }: Release): { folder: string; pages: PrerenderedPage[] } {
  const folder = join(store, 'prerendered', named('shell').version, name, version);
  return { folder, ...(readJson(join(folder, 'index.json')) as { pages: PrerenderedPage[] }) };
}

test('every prerendered page has a complete head, with a placeholder for the origin and a released image', () => {
  const owners = releases.filter(({ prerender = [] }) => prerender.length > 0);
  expect(owners.map(({ name }) => name)).toEqual(expect.arrayContaining(['mfe-search', 'mfe-account', 'mfe-content']));
  for (const owner of owners) {
    const { folder, pages } = prerenderedPages(owner);
    // Those that are closed to search engines need no description or picture.
    const isListed = (route: string) => !route.includes(':') && owner.pages?.[route]?.robots === undefined;
    for (const { route, ...files } of pages.filter(({ route }) => isListed(route))) {
      const head = readFileSync(join(folder, files.head), 'utf8');
      expect(head).toMatch(/<meta name="description" content="[^"]{50,}"/);
      expect(head).toContain(`<link rel="canonical" href="%ORIGIN%${route}"/>`);
      const [, picture = ''] =
        /property="og:image" content="%ORIGIN%\/remotes\/[^/]+\/[^/]+\/([^"]+)"/.exec(head) ?? [];
      const bytes = readFileSync(join(folderOf(owner), picture));
      expect([route, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([route, 1200, 630]);
      expect(bytes.length).toBeLessThan(60_000);
      if (route === '/') continue;
      expect(readFileSync(join(folder, files.html), 'utf8')).toContain(`"item":"%ORIGIN%${route}"`);
    }
  }
});

test.each([
  ['shell', '/:nobodys', 'Oops! Page not found'],
  ['mfe-content', '/blog/:id', 'Post Not Found'],
])('%s has a prerendered not-found page (%s)', (name, route, heading) => {
  const { folder, pages } = prerenderedPages(named(name));
  const page = pages.find((each) => each.route === route);
  expect(readFileSync(join(folder, page?.html ?? ''), 'utf8')).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
  const head = readFileSync(join(folder, page?.head ?? ''), 'utf8');
  expect(head).toContain(`<title>${heading} - Vehicle Enquiry</title>`);
  expect(head).not.toContain('rel="canonical"');
});

test('articles have the metadata that the feed needs', () => {
  const { pages } = prerenderedPages(named('mfe-content'));
  const articles = pages.flatMap(({ route, article }) => (article === undefined ? [] : [[route, article]]));
  expect(articles).toHaveLength(5);
  expect(articles).toContainEqual([
    '/blog/4',
    {
      title: 'How to read a car’s MOT history',
      description: expect.stringContaining('Years of tests'),
      published: '2026-11-12',
      section: 'Vehicle Reports',
    },
  ]);
});

test('a release lists its prerendered pages', () => {
  expect(named('mfe-content').prerender).toContain('/blog/1');
  expect(named('shell').prerender).toEqual([]);
});
