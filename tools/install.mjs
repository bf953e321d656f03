import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { linkNodeRuntime } from './node-runtime.mjs';
import { readFingerprint, writeFingerprint } from './fingerprint.mjs';

const NEEDED_BYTES = 1_500_000_000;
const NPM_OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error'];
const MIN_FREE_BYTES = 50_000_000;

/** @param {string} root */
const stampFile = (root) => join(root, 'node_modules', '.installed-lock');

/**
 * @param {string} root
 * @param {boolean} withTools
 * @returns {string} the identity of an install of this lock file on this platform
 */
function stampOf(root, withTools) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}${withTools ? '' : ' without tools'}`;
}

/** @typedef {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean, dev?: boolean,
 * devOptional?: boolean }>} Packages by path */

/** @param {string} file @returns {Packages | null} */
function readPackages(file) {
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    return packages && typeof packages === 'object' ? packages : null;
  } catch {
    return null;
  }
}

/** What node_modules holds, as npm records it. @param {string} root */
const presentPackages = (root) => readPackages(join(root, 'node_modules', '.package-lock.json'));

/**
 * Whether node_modules matches package-lock.json: by our own fingerprint of the last install, else by npm's hidden lock
 * file. Optional packages may be missing from it (other platforms).
 * @param {string} root
 * @param {{ withTools?: boolean }} [options] whether tools to test and lint are needed too
 * @returns {boolean}
 */
export function arePackagesInstalled(root, { withTools = false } = {}) {
  const stamp = readFingerprint(stampFile(root));
  if (stamp === stampOf(root, true) || (!withTools && stamp === stampOf(root, false))) return true;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = presentPackages(root);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || (entry.dev && !withTools)) return true;
    const found = present[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
  });
}

/**
 * An environment in which commands find the system's own npm and Node, not those being replaced.
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
function outsideEnvironment(root) {
  const inside = join(root, 'node_modules');
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(inside));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The npm command of this platform. */
export const npmCommand = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** @param {string} root @param {number} needed bytes @throws {LaunchError} */
function checkDisk(root, needed) {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free < needed) {
    throw new LaunchError(
      `The disk is full: ${Math.floor(free / 1e6)} MB free in ${root}, about ${Math.ceil(needed / 1e6)} MB needed.`,
    );
  }
}

/**
 * Installs the packages when they are missing or do not match package-lock.json: those that the site needs, and those
 * that test and lint where asked for or already there. Where only the latter are missing they are added, and nothing that a
 * running site uses is touched.
 * @param {object} options
 * @param {string} options.root
 * @param {import('./processes.mjs').LauncherProcesses} options.processes
 * @param {import('./output.mjs').LauncherOutput} options.output
 * @param {AbortSignal} options.signal
 * @param {boolean} [options.withTools]
 * @throws {LaunchError} with npm's last lines
 */
export async function ensurePackagesInstalled({ root, processes, output, signal, withTools: wanted = false }) {
  if (arePackagesInstalled(root, { withTools: wanted })) {
    checkDisk(root, MIN_FREE_BYTES);
    linkNodeRuntime(root);
    return;
  }
  checkDisk(root, NEEDED_BYTES);
  const adds = arePackagesInstalled(root);
  const withTools = wanted || Object.values(presentPackages(root) ?? {}).some(({ dev }) => dev === true);
  const args = adds ? ['install', '--no-save'] : ['ci', ...(withTools ? [] : ['--omit=dev'])];
  const missing = !existsSync(join(root, 'node_modules'));
  const why = missing ? 'is missing' : 'is not what package-lock.json names';
  output.say(
    `Installing packages: ${adds ? 'tools to test and lint are missing' : `node_modules ${why}`} (npm ${args.join(' ')})…`,
  );
  const since = performance.now();
  const { code, tail } = await processes.run({
    command: npmCommand,
    args: [...args, ...NPM_OPTIONS],
    cwd: root,
    env: outsideEnvironment(root),
    signal,
  });
  if (code !== 0) {
    const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(tail);
    throw new LaunchError(
      `npm ${args[0]} failed (${code})${offline ? ': no package registry was reached' : ''}.\n${tail}`,
    );
  }
  linkNodeRuntime(root);
  writeFingerprint(stampFile(root), stampOf(root, withTools));
  output.say(`Installed in ${formatElapsed(since)}.`);
}
