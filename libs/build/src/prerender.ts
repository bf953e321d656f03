import type { Release } from '@ve/contracts/remote-manifest';
import { fork } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArticleFacts } from './article-facts.ts';
import type { BuildContext } from './build-package.ts';
import { mapInParallel } from './map-in-parallel.ts';
import { programUrl, type RemoteContractModule } from './repository.ts';
import { moveCompletedFolder, readJson, type StoredRelease, toStoredRelease, writeJson } from './release-store.ts';

/** A renderer's task: the routes, and the builds to render them with. */
export interface PrerenderTask {
  shell: string;
  /** Null, with a null entry, for the shell's own pages. */
  remote: string | null;
  entry: {
    name: string;
    version: string;
    contract: string;
    routes: string[];
    slots: string[];
    entry: string;
    preload: string[];
    chrome: Record<string, { phoneHeader: 'title' }>;
    redirects: Record<string, string>;
  } | null;
  routes: string[];
  /** Pages to render as they look while they load: routes, and their paths with a query. */
  loading: { route: string; path: string }[];
}

export interface RenderedPage {
  route: string;
  /** Whether the page is rendered as it looks while it loads. */
  isLoading?: boolean;
  html: string;
  head: string;
}

/** Limit for a page that never finishes rendering. */
const renderTimeoutMs = 60_000;

const renderer = fileURLToPath(programUrl('prerender-program'));

/**
 * Renders in a separate process, which reads the two builds and nothing else and has neither network nor environment,
 * because releases of other teams are rendered here too.
 */
function render(task: PrerenderTask, limitMs: number): Promise<RenderedPage[]> {
  const name = task.entry?.name ?? 'shell';
  const readable = [dirname(renderer), dirname(task.shell), ...(task.remote === null ? [] : [dirname(task.remote)])];
  const child = fork(renderer, {
    execArgv: [
      '--permission',
      '--disable-warning=ExperimentalWarning',
      ...readable.map((it) => `--allow-fs-read=${it}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise<RenderedPage[]>((resolve, reject) => {
    let complaint = '';
    const timer = setTimeout(() => {
      reject(new Error(`Prerendering ${name} did not end within ${String(limitMs / 1000)} s`));
    }, limitMs);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-4_000)));
    child.once('message', (pages) => {
      resolve(pages as RenderedPage[]);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`Prerendering ${name} ended with code ${String(code)}\n${complaint}`.trim()));
    });
    child.send(task, (error) => {
      if (error !== null) reject(error);
    });
  }).finally(() => child.kill('SIGKILL'));
}

const fileName = (route: string): string =>
  route === '/' ? 'index' : route.slice(1).replaceAll('/', '~').replaceAll(':', '@');

const fits = (route: string, page: string): boolean =>
  route.includes(':') && new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(page);

/**
 * The routes of a release to prerender: those that its manifest lists, and each pattern all of whose pages it lists,
 * rendered at the pattern itself, which gives the remote's not-found page. The shell has the page for unknown paths,
 * and its renderer adds the skeletons of loading pages.
 */
function routesToPrerender(
  { notFoundPageRoute }: RemoteContractModule,
  { name, routes, prerender }: Release,
): string[] {
  if (name === 'shell') return [notFoundPageRoute];
  return [...prerender, ...routes.filter((route) => prerender.some((page) => fits(route, page)))];
}

/** The pages of a release to prerender as they look while they load for a registration (`loadingQuery`). */
const loadingPages = (
  { queryForRegistration, standInRegistration }: RemoteContractModule,
  { pages }: Release,
): PrerenderTask['loading'] =>
  Object.entries(pages).flatMap(([route, { loadingQuery }]) =>
    loadingQuery === undefined
      ? []
      : [{ route, path: `${route}?${queryForRegistration(loadingQuery, standInRegistration)}` }],
  );

/** How many pages of a release are prerendered. */
export const countPagesToPrerender = (contract: RemoteContractModule, release: Release): number =>
  routesToPrerender(contract, release).length + loadingPages(contract, release).length;

/** The entry of a release's build for Node. @throws Error where it has none, as releases from before such builds */
function nodeEntry({ release, folder }: StoredRelease): string {
  if (release.node === null) throw new Error(`${release.name} ${release.version} has no build for Node to render it`);
  return join(folder, release.node);
}

const entryOf = ({ name, version, contract, routes, slots, entry, preload, redirects, pages }: Release) => ({
  ...{ name, version, contract, routes, slots, entry, preload, redirects },
  chrome: Object.fromEntries(
    Object.entries(pages).flatMap(([route, { phoneHeader }]) => (phoneHeader ? [[route, { phoneHeader }]] : [])),
  ),
});

/**
 * Prerenders the pages of one release (the shell's own included) with this shell into the folder: `index.json` and the
 * files that it names.
 *
 * @throws Error when a page cannot be rendered; the folder may then hold some of the pages
 */
export async function prerenderReleasePair({
  contract,
  shell,
  owner,
  folder,
  limitMs = renderTimeoutMs,
}: {
  contract: RemoteContractModule;
  shell: StoredRelease;
  owner: StoredRelease;
  folder: string;
  limitMs?: number | undefined;
}): Promise<void> {
  const isShell = owner.release.name === shell.release.name;
  const task: PrerenderTask = {
    shell: nodeEntry(shell),
    remote: isShell ? null : nodeEntry(owner),
    entry: isShell ? null : entryOf(owner.release),
    routes: routesToPrerender(contract, owner.release),
    loading: loadingPages(contract, owner.release),
  };
  const pages = await render(task, limitMs);
  mkdirSync(folder, { recursive: true });
  const write = ({ route, html, head, isLoading }: RenderedPage) => {
    const name = fileName(route) + (isLoading ? '.loading' : '');
    const files = { html: `${name}.html`, head: `${name}.head.html` };
    writeFileSync(join(folder, files.html), html);
    writeFileSync(join(folder, files.head), head);
    return { route, ...files };
  };
  const index = pages
    .filter(({ isLoading }) => !isLoading)
    .map((page) => {
      const article = readArticleFacts(page.head);
      return { ...write(page), ...(article === null ? {} : { article }) };
    });
  writeJson(join(folder, 'index.json'), {
    pages: index,
    loading: pages.filter(({ isLoading }) => isLoading).map(write),
  });
}

/** Folder of the pages that this shell prerendered with this release. */
export const prerenderedPagesFolder = (store: string, shell: Release, owner: Release): string =>
  join(store, 'prerendered', shell.version, owner.name, owner.version);

export interface PrerenderResult {
  rendered: string[];
  /** Errors by remote; a remote that cannot be prerendered is rendered in the browser. */
  failures: unknown[];
}

/**
 * Prerenders the pages that releases of the store list (the shell's included), with exactly this shell, unless the
 * store has them.
 */
export async function prerenderPages(
  { store, contract }: Pick<BuildContext, 'store' | 'contract'>,
  shell: Release,
  releases: readonly Release[],
): Promise<PrerenderResult> {
  const done: PrerenderResult = { rendered: [], failures: [] };
  const missing = releases.filter(
    (owner) =>
      countPagesToPrerender(contract, owner) > 0 &&
      readJson(join(prerenderedPagesFolder(store, shell, owner), 'index.json')) === null,
  );
  await mapInParallel(missing, 2, async (owner) => {
    const unfinished = join(store, '.building', `${owner.name}-pages-${String(process.pid)}`);
    try {
      await prerenderReleasePair({
        contract,
        shell: toStoredRelease(store, shell),
        owner: toStoredRelease(store, owner),
        folder: unfinished,
      });
      moveCompletedFolder(unfinished, prerenderedPagesFolder(store, shell, owner));
      done.rendered.push(...routesToPrerender(contract, owner));
    } catch (error) {
      done.failures.push(error);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
  return done;
}
