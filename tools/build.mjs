import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { findRemoteFolders } from './remotes.mjs';
import { serverPackages } from './servers.mjs';
import { readFingerprint, sourceFingerprint, writeFingerprint } from './fingerprint.mjs';

const serverSources = [
  'package-lock.json',
  ...serverPackages,
  'tools/compile-servers.mjs',
  'tools/dev/swc-options.mjs',
];
const webSources = [
  ...['package-lock.json', 'tsconfig.base.json', 'libs/domain', 'libs/contracts'],
  ...['libs/build', 'libs/ui', 'libs/mfe-kit', 'shell'],
];

/**
 * @typedef {object} Workshop context of every step of the launcher
 * @property {string} root the repository
 * @property {string} runtime the pinned Node
 * @property {import('./processes.mjs').LauncherProcesses} processes
 * @property {import('./output.mjs').LauncherOutput} output
 * @property {AbortSignal} signal
 */

/**
 * @typedef {object} BuildStep
 * @property {string} name
 * @property {string} what
 * @property {string[]} sources
 * @property {string[]} results
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 */

/** @param {BuildStep} step */
const stampFile = ({ name }) => join('.cache', `build-${name}.stamp`);

/**
 * Whether sources and results are unchanged since the last successful run.
 * @param {string} root
 * @param {BuildStep} step
 * @param {string} [stamp]
 */
const isUpToDate = (root, step, stamp = sourceFingerprint(root, step.sources)) =>
  readFingerprint(join(root, stampFile(step))) === stamp &&
  step.results.every((result) => existsSync(join(root, result)));

/**
 * Runs one build step unless it is up to date.
 * @param {Workshop} workshop
 * @param {BuildStep} step
 * @returns {Promise<boolean>} whether it had to run
 * @throws {LaunchError} with the builder's last lines
 */
async function runBuildStep({ root, runtime, processes, output, signal }, step) {
  const { what, args, env } = step;
  const stamp = sourceFingerprint(root, step.sources);
  if (isUpToDate(root, step, stamp)) return false;
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
  writeFingerprint(join(root, stampFile(step)), stamp);
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
    args: ['tools/compile-servers.mjs'],
  });
}

/** @param {string} root @returns {BuildStep} */
const frontEnd = (root) => ({
  name: 'web',
  what: 'the shell and the remotes',
  sources: [...webSources, ...findRemoteFolders(root)],
  results: ['.store/live.json'],
  args: ['libs/build/src/cli/build-all.ts'],
  env: { NODE_ENV: 'production' },
});

/** @param {string} root */
export const isFrontEndBuilt = (root) => isUpToDate(root, frontEnd(root));

/**
 * The shell and the remotes that changed, to the store of releases.
 * @param {Workshop} workshop
 * @returns {Promise<boolean>} whether it had to run
 */
export const buildFrontEnd = (workshop) => runBuildStep(workshop, frontEnd(workshop.root));
