import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../launch-error.mjs';

/** The uid and gid of the user `nobody`; Postgres needs a user with a name. */
function unprivilegedIds() {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    if (line) return { uid: Number(line[1]), gid: Number(line[2]) };
  } catch {
    // The file does not exist: this id is the usual one.
  }
  return { uid: 65_534, gid: 65_534 };
}

/** @param {string} folder @param {number} uid @param {number} gid */
function chownTree(folder, uid, gid) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownTree(path, uid, gid);
    else lchownSync(path, uid, gid);
  }
  chownSync(folder, uid, gid);
}

/**
 * @typedef {object} Runner
 * @property {(command: string, args: string[]) => { command: string, args: string[], options: { uid?: number, gid?:
 * number } }} wrap
 * @property {(folder: string) => void} own gives an existing folder to the user that will run Postgres
 */

/**
 * How to run Postgres, which refuses to run as root. An ordinary user runs it as is. Root runs it in a user namespace
 * that maps root to the user `nobody` (file ownership is unchanged) or, where namespaces are not allowed, as the real
 * `nobody`, who then owns the data folder.
 * @param {string} program one of the programs, to try
 * @returns {Runner}
 * @throws {LaunchError} where neither works
 */
export function unprivilegedRunner(program) {
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0;
  if (!isRoot) return { wrap: (command, args) => ({ command, args, options: {} }), own: () => undefined };

  const { uid, gid } = unprivilegedIds();
  const own = (/** @type {number} */ user, /** @type {number} */ group) => (/** @type {string} */ folder) => {
    if (statSync(folder).uid !== user) chownTree(folder, user, group);
  };
  const namespace = ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
  if (spawnSync('unshare', [...namespace, program, '--version'], { stdio: 'ignore' }).status === 0) {
    return {
      wrap: (command, args) => ({ command: 'unshare', args: [...namespace, command, ...args], options: {} }),
      own: own(0, 0),
    };
  }
  if (spawnSync(program, ['--version'], { stdio: 'ignore', uid, gid }).status === 0) {
    return { wrap: (command, args) => ({ command, args, options: { uid, gid } }), own: own(uid, gid) };
  }
  throw new LaunchError(
    'PostgreSQL does not run as root, this machine allows no user namespace, and the user nobody may not read this ' +
      'folder. Run as an ordinary user, or set DATABASE_URL.',
  );
}
