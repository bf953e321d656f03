import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { linkNodeRuntime } from './node-runtime.mjs';
import { readFingerprint, writeFingerprint } from './fingerprint.mjs';

const NEEDED_BYTES = 1_500_000_000;
const MIN_FREE_BYTES = 50_000_000;

/** @param {string} root */
const stampFile = (root) => join(root, 'node_modules', '.installed-lock');

/** @param {string} root @returns {string} the identity of an install of this lock file on this platform */
function lockFingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
}

/**
 * @param {string} file @returns {Record<string, { version?: string, integrity?: string, link?: boolean, optional?:
 * boolean, devOptional?: boolean }> | null}
 */
function readPackages(file) {
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    return packages && typeof packages === 'object' ? packages : null;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules matches package-lock.json: by our own fingerprint of the last install, else by npm's hidden lock
 * file. Optional packages may be missing from it (other platforms).
 * @param {string} root
 * @returns {boolean}
 */
export function arePackagesInstalled(root) {
  if (readFingerprint(stampFile(root)) === lockFingerprint(root)) return true;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
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
 * Installs the packages when they are missing or do not match package-lock.json.
 * @param {object} options
 * @param {string} options.root
 * @param {import('./processes.mjs').LauncherProcesses} options.processes
 * @param {import('./output.mjs').LauncherOutput} options.output
 * @param {AbortSignal} options.signal
 * @throws {LaunchError} with npm's last lines
 */
export async function ensurePackagesInstalled({ root, processes, output, signal }) {
  if (arePackagesInstalled(root)) {
    checkDisk(root, MIN_FREE_BYTES);
    linkNodeRuntime(root);
    return;
  }
  checkDisk(root, NEEDED_BYTES);
  const missing = !existsSync(join(root, 'node_modules'));
  output.say(
    `Installing packages: node_modules is ${missing ? 'missing' : 'not what package-lock.json names'} (npm ci)…`,
  );
  const since = performance.now();
  const { code, tail } = await processes.run({
    command: npmCommand,
    args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: root,
    env: outsideEnvironment(root),
    signal,
  });
  if (code !== 0) {
    const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(tail);
    throw new LaunchError(`npm ci failed (${code})${offline ? ': no package registry was reached' : ''}.\n${tail}`);
  }
  linkNodeRuntime(root);
  writeFingerprint(stampFile(root), lockFingerprint(root));
  output.say(`Installed in ${formatElapsed(since)}.`);
}
