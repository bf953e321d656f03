import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { findRemoteFolders } from './remotes.mjs';
import { readFingerprint, sourceFingerprint, writeFingerprint } from './fingerprint.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'libs/domain', 'libs/contracts'];
const serverPackages = ['bff', 'workers', 'sandbox', 'libs/data'];
const serverSources = [...shared, ...serverPackages, 'libs/providers', 'libs/app', 'libs/server-kit'];
const webSources = [...shared, 'libs/build', 'libs/ui', 'libs/mfe-kit', 'shell'];

/**
 * @typedef {object} Workshop context of every step of the launcher
 * @property {string} root the repository
 * @property {string} runtime the pinned Node
 * @property {import('./processes.mjs').LauncherProcesses} processes
 * @property {import('./output.mjs').LauncherOutput} output
 * @property {AbortSignal} signal
 */

/**
 * Runs one build step unless its sources and results are unchanged since the last successful run.
 * @param {Workshop} workshop
 * @param {{ name: string, what: string, sources: string[], results: string[], args: string[], env?: Record<string,
 * string> }} step
 * @returns {Promise<boolean>} whether it had to run
 * @throws {LaunchError} with the builder's last lines
 */
async function runBuildStep({ root, runtime, processes, output, signal }, { name, what, sources, results, args, env }) {
  const file = join(root, '.cache', `build-${name}.stamp`);
  const stamp = sourceFingerprint(root, sources);
  if (readFingerprint(file) === stamp && results.every((result) => existsSync(join(root, result)))) return false;
  output.say(`Building ${what}…`);
  const since = performance.now();
  const { code, tail } = await processes.run({
    command: runtime,
    args,
    cwd: root,
    env: { ...process.env, ...env },
    signal,
  });
  if (code !== 0) throw new LaunchError(`Building ${what} failed (${code}).\n${tail}`);
  writeFingerprint(file, stamp);
  output.say(`Built ${what} in ${formatElapsed(since)}.`);
  return true;
}

/** The BFF, the workers, the sandbox and what they import, to their dist folders. @param {Workshop} workshop */
export function buildServers(workshop) {
  return runBuildStep(workshop, {
    name: 'servers',
    what: 'the servers',
    sources: serverSources,
    results: ['bff/dist/main.js', 'workers/dist/main.js', 'sandbox/dist/main.js', 'libs/app/dist/cli/prepare.js'],
    args: ['node_modules/typescript7/bin/tsc', '-b', ...serverPackages],
  });
}

/**
 * The shell and the remotes that changed, to the store of releases.
 * @param {Workshop} workshop
 * @returns {Promise<boolean>} whether it had to run
 */
export function buildFrontEnd(workshop) {
  return runBuildStep(workshop, {
    name: 'web',
    what: 'the shell and the remotes',
    sources: [...webSources, ...findRemoteFolders(workshop.root)],
    results: ['.store/live.json'],
    args: ['libs/build/src/cli/build-all.ts'],
    env: { NODE_ENV: 'production' },
  });
}
