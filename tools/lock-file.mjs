import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { isProcessAlive } from './postgres/postmaster-pid.mjs';

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string | null} born start time of that process, to recognise a reused pid
 * @property {string | null} url its URL, once known
 */

/** @param {number} pid @returns {string | null} */
function birthOf(pid) {
  try {
    if (process.platform === 'linux') {
      // The name (second field) may contain spaces and brackets; the start time is the 20th field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** @param {string} text @returns {Holder | null} */
function parseHolder(text) {
  try {
    const { pid, born, url } = JSON.parse(text);
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, born: born ?? null, url: url ?? null } : null;
  } catch {
    return null;
  }
}

/** @param {Holder} holder */
function isHolderAlive(holder) {
  return isProcessAlive(holder.pid) && (holder.born === null || holder.born === birthOf(holder.pid));
}

/**
 * Acquires the lock, so that two launchers never share one data folder. A stale lock is removed.
 * @param {string} file
 * @returns {{ setUrl: (url: string) => void, release: () => void }}
 * @throws {LaunchError} naming the URL of the running instance
 */
export function acquireLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const holder = { pid: process.pid, born: birthOf(process.pid), url: /** @type {string | null} */ (null) };
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(holder));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        // Creating a link is atomic, and fails when one exists.
        linkSync(own, file);
        return {
          setUrl(url) {
            writeFileSync(own, JSON.stringify({ ...holder, url }));
            renameSync(own, file);
          },
          release: () => rmSync(file, { force: true }),
        };
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
      rejectOrRemoveStaleLock(file);
    }
    throw new LaunchError(`Cannot take the lock ${file}.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} file may be missing
 * @returns {string | null} the URL of the running instance that holds the lock, once that is known
 */
export function runningInstanceUrl(file) {
  try {
    const found = parseHolder(readFileSync(file, 'utf8'));
    return found && isHolderAlive(found) ? found.url : null;
  } catch {
    return null;
  }
}

/** @param {string} file */
function rejectOrRemoveStaleLock(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return;
  }
  const found = parseHolder(text);
  if (found && isHolderAlive(found)) {
    const where = found.url ? `at ${found.url}` : 'and is just starting';
    throw new LaunchError(`Vehicle Enquiry is already running ${where} (process ${found.pid}). Stop that one first.`);
  }
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    // Another process may have acquired the lock between our read and our rename: then it is restored.
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
