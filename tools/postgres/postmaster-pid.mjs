import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { waitUntil } from '../wait-until.mjs';

/**
 * Reads the pid file of a running server in its data folder.
 * @param {string} folder
 * @returns {{ pid: number, status: string } | null}
 */
export function readPostmasterPid(folder) {
  let text;
  try {
    text = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  } catch {
    return null;
  }
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return { pid, status: (lines[7] ?? '').trim() };
}

/** @param {number} pid */
export function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Whether that process is a Postgres of that folder; process ids are reused after a crash or a reboot.
 * @param {number} pid
 * @param {string} folder
 */
function isServerOf(pid, folder) {
  let commandLine;
  try {
    commandLine =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return false;
  }
  return (
    commandLine.includes('postgres') && (commandLine.includes(folder) || commandLine.includes(realpathSync(folder)))
  );
}

/**
 * Leaves the folder without a server or pid file: ends an orphaned server, removes a stale pid file. The caller holds
 * the launcher's lock, so a live server is an orphan.
 * @param {string} folder
 * @returns {Promise<'nothing' | 'removed-file' | 'stopped-server'>}
 */
export async function clearOrphanedPostgres(folder) {
  const file = join(folder, 'postmaster.pid');
  const found = readPostmasterPid(folder);
  if (!found) {
    rmSync(file, { force: true });
    return 'nothing';
  }
  const { pid } = found;
  if (!isProcessAlive(pid) || !isServerOf(pid, folder)) {
    rmSync(file, { force: true });
    return 'removed-file';
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGKILL'])) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has already ended; the wait below notices.
    }
    if (await waitUntil(() => !isProcessAlive(pid), 5000)) {
      rmSync(file, { force: true });
      return 'stopped-server';
    }
  }
  throw new LaunchError(`A PostgreSQL of an earlier run (process ${pid}) holds ${folder} and does not end.`);
}
