import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { articleIn } from './article-facts.ts';
import { type BuildContext, type BuiltRoom, roomConfig } from './build-room.ts';
import { compile } from './compile.ts';
import { moveIntoPlace, readJson, writeJson } from './store.ts';

/** A worker's task: the routes to render, and the builds to render them with. */
export interface RenderTask {
  shell: string;
  /** Null, and so is the entry, for what the shell shows where no remote is. */
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
}

export interface RenderedPage {
  route: string;
  html: string;
  head: string;
}

/** A page that never finishes rendering fails the build. */
const renderTimeoutMs = 60_000;

function renderInWorker(task: RenderTask): Promise<RenderedPage[]> {
  const name = task.entry?.name ?? 'shell';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./prerender-worker.ts', import.meta.url), { workerData: task });
    const timer = setTimeout(() => {
      reject(new Error(`Prerendering ${name} did not end within ${String(renderTimeoutMs / 1000)} s`));
      void worker.terminate();
    }, renderTimeoutMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Prerendering ${name} ended with code ${String(code)}`));
    });
  });
}

async function compileForNode(context: BuildContext, room: BuiltRoom): Promise<string> {
  const output = join(context.store, '.building', `${room.name}-node-${String(process.pid)}`);
  const publicPath = `/remotes/${room.name}/${room.version}/`;
  await compile(await roomConfig(context, room.name, { target: 'node', output, publicPath }));
  return output;
}

const indexFile = (store: string, shell: BuiltRoom, remote: BuiltRoom): string =>
  join(store, 'prerendered', shell.version, remote.name, remote.version, 'index.json');

const fileName = (route: string): string =>
  route === '/' ? 'index' : route.slice(1).replaceAll('/', '~').replaceAll(':', '@');

const fits = (route: string, page: string): boolean =>
  route.includes(':') && new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(page);

/**
 * The routes to prerender: those that the manifest lists, and each pattern all of whose pages it lists, rendered at the
 * pattern itself, which gives the remote's not-found page. The shell has one page: the one for unknown paths.
 */
function renderedRoutes({ contract }: BuildContext, { name, release, manifest: { prerender } }: BuiltRoom): string[] {
  if (name === 'shell') return [contract.nobodysRoute];
  return [...prerender, ...release.routes.filter((route) => prerender.some((page) => fits(route, page)))];
}

/** Prerenders the pages of one room into the store. */
async function prerenderRoom(context: BuildContext, shellBuild: string, shell: BuiltRoom, room: BuiltRoom) {
  const { store } = context;
  const { name, version, release } = room;
  const { contract, routes, slots, entry, preload, redirects } = release;
  const chrome = Object.fromEntries(
    Object.entries(release.pages).flatMap(([route, { phoneHeader }]) =>
      phoneHeader ? [[route, { phoneHeader }]] : [],
    ),
  );
  const isShell = name === shell.name;
  const remoteBuild = isShell ? null : await compileForNode(context, room);
  const unfinished = join(store, '.building', `${name}-pages-${String(process.pid)}`);
  try {
    const pages = await renderInWorker({
      shell: join(shellBuild, 'shell.cjs'),
      remote: remoteBuild && join(remoteBuild, 'remote.cjs'),
      entry: isShell ? null : { name, version, contract, routes, slots, entry, preload, chrome, redirects },
      routes: renderedRoutes(context, room),
    });
    mkdirSync(unfinished, { recursive: true });
    const index = pages.map(({ route, html, head }) => {
      const files = { html: `${fileName(route)}.html`, head: `${fileName(route)}.head.html` };
      writeFileSync(join(unfinished, files.html), html);
      writeFileSync(join(unfinished, files.head), head);
      const article = articleIn(head);
      return { route, ...files, ...(article === null ? {} : { article }) };
    });
    writeJson(join(unfinished, 'index.json'), { pages: index });
    moveIntoPlace(unfinished, join(indexFile(store, shell, room), '..'));
  } finally {
    for (const folder of [remoteBuild ?? [], unfinished].flat()) rmSync(folder, { recursive: true, force: true });
  }
}

export interface Prerendering {
  rendered: string[];
  /** Errors by remote; a remote that cannot be prerendered is rendered in the browser. */
  failures: unknown[];
}

/**
 * Prerenders the pages that rooms list (the shell included), by exactly this shell and these releases, unless the store
 * has them.
 */
export async function prerenderPages(
  context: BuildContext,
  shell: BuiltRoom,
  rooms: readonly BuiltRoom[],
): Promise<Prerendering> {
  const done: Prerendering = { rendered: [], failures: [] };
  const missing = rooms.filter(
    (room) => renderedRoutes(context, room).length > 0 && readJson(indexFile(context.store, shell, room)) === null,
  );
  if (missing.length === 0) return done;
  const shellBuild = await compileForNode(context, shell);
  try {
    for (const room of missing) {
      try {
        await prerenderRoom(context, shellBuild, shell, room);
        done.rendered.push(...renderedRoutes(context, room));
      } catch (error) {
        done.failures.push(error);
      }
    }
    return done;
  } finally {
    rmSync(shellBuild, { recursive: true, force: true });
  }
}
