import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type BuildContext, type BuiltRoom, roomConfig } from './build-room.ts';
import { compile } from './compile.ts';
import { compressFiles } from './release-files.ts';
import { moveIntoPlace, readJson, writeJson } from './store.ts';

/** What the worker is asked to render, and with what. */
export interface RenderTask {
  shell: string;
  remote: string;
  entry: {
    name: string;
    version: string;
    contract: string;
    routes: string[];
    slots: string[];
    entry: string;
    preload: string[];
  };
  routes: string[];
}

export interface RenderedPage {
  route: string;
  html: string;
  head: string;
}

/** Rendering must end: a page that waits for something that never comes is a fault of the page. */
const renderTimeoutMs = 60_000;

function renderInWorker(task: RenderTask): Promise<RenderedPage[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./prerender-worker.ts', import.meta.url), { workerData: task });
    const timer = setTimeout(() => {
      reject(new Error(`Prerendering ${task.entry.name} did not end within ${String(renderTimeoutMs / 1000)} s`));
      void worker.terminate();
    }, renderTimeoutMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Prerendering ${task.entry.name} ended with code ${String(code)}`));
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

const fileName = (route: string): string => (route === '/' ? 'index' : route.slice(1).replaceAll('/', '~'));

/** Renders the pages that remotes ask for, by exactly this shell with exactly these releases. Answers what it rendered. */
export async function prerenderPages(
  context: BuildContext,
  shell: BuiltRoom,
  remotes: readonly BuiltRoom[],
): Promise<string[]> {
  const { store } = context;
  const missing = remotes.filter(
    (remote) => remote.manifest.prerender.length > 0 && readJson(indexFile(store, shell, remote)) === null,
  );
  if (missing.length === 0) return [];
  const folders: string[] = [];
  try {
    const shellFolder = await compileForNode(context, shell);
    folders.push(shellFolder);
    for (const remote of missing) {
      const remoteFolder = await compileForNode(context, remote);
      folders.push(remoteFolder);
      const { name, version, release, manifest } = remote;
      const pages = await renderInWorker({
        shell: join(shellFolder, 'shell.cjs'),
        remote: join(remoteFolder, 'remote.cjs'),
        entry: {
          name,
          version,
          contract: release.contract,
          routes: release.routes,
          slots: release.slots,
          entry: release.entry,
          preload: release.preload,
        },
        routes: manifest.prerender,
      });
      const unfinished = join(store, '.building', `${name}-pages-${String(process.pid)}`);
      folders.push(unfinished);
      mkdirSync(unfinished, { recursive: true });
      for (const page of pages) {
        writeFileSync(join(unfinished, `${fileName(page.route)}.html`), page.html);
        writeFileSync(join(unfinished, `${fileName(page.route)}.head.html`), page.head);
      }
      writeJson(join(unfinished, 'index.json'), {
        pages: pages.map(({ route }) => ({
          route,
          html: `${fileName(route)}.html`,
          head: `${fileName(route)}.head.html`,
        })),
      });
      await compressFiles(unfinished, 4);
      moveIntoPlace(unfinished, join(indexFile(store, shell, remote), '..'));
    }
    return missing.flatMap((remote) => remote.manifest.prerender);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
