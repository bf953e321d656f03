import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAll, findFrontEndPackages } from '../build-all.ts';
import { foldersReadByBuild } from '../build-inputs.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `node libs/build/src/cli/dev.ts` builds the front end for development into STORE_DIR, then watches it: a saved file
 * rebuilds the packages that contain it, which shows after a reload. With DATABASE_URL it publishes what it rebuilds to that
 * database; the launcher publishes the first build.
 */
const store = resolve(process.env.STORE_DIR ?? join(repositoryRoot, '.store'));
const databaseUrl = process.env.DATABASE_URL ?? '';
const context = { root: repositoryRoot, store, mode: 'development' as const, contract: await importRemoteContract() };
const workspacePackages = findFrontEndPackages(repositoryRoot);
const foldersOf = new Map(
  workspacePackages.map((workspacePackage) => [workspacePackage, foldersReadByBuild(repositoryRoot, workspacePackage)]),
);

/** Publishes the live releases to the database, as the launcher does. */
async function publish(): Promise<void> {
  const prepare = join(repositoryRoot, 'libs/app/dist/cli/prepare.js');
  if (databaseUrl === '' || !existsSync(prepare)) return;
  const child = spawn(process.execPath, [prepare], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, STORE_DIR: store, SEED: 'none', PREPARE_RELEASES: 'replace' },
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) console.error(`publishing ended with code ${String(code)}`);
}

async function build(names: readonly string[]): Promise<void> {
  const started = performance.now();
  try {
    const built = await buildAll(context, { workspacePackages: names });
    const changed = built
      .filter((workspacePackage) => workspacePackage.built)
      .map((workspacePackage) => workspacePackage.name);
    if (changed.length === 0) return;
    if (isWatching) await publish();
    console.log(`${changed.join(', ')} ready in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

let isWatching = false;
const waiting = new Set<string>();
let building = build(workspacePackages);
let timer: NodeJS.Timeout | undefined;

/** Editors save in bursts: changes are debounced, and built after the build in progress. */
function changed(folder: string): void {
  for (const [workspacePackage, folders] of foldersOf) if (folders.includes(folder)) waiting.add(workspacePackage);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const names = [...waiting];
    waiting.clear();
    building = building.then(() => build(names));
  }, 80);
}

await building;
const watchers = [...new Set([...foldersOf.values()].flat())]
  .filter((folder) => folder !== 'libs/build')
  .map((folder) =>
    watch(join(repositoryRoot, folder, 'src'), { recursive: true }, () => {
      changed(folder);
    }),
  );
isWatching = true;
console.log(`watching ${workspacePackages.join(', ')}`);

const stop = (): void => {
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  void building.then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
