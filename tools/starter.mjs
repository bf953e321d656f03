import { readFileSync } from 'node:fs';

const EVERY_MS = 250;

/** @param {number} pid @returns {number | null} who started a process; null where the system does not tell */
function parentOf(pid) {
  try {
    // The name of the program, in parentheses, may hold anything; the parent is the second field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** @param {number} pid whether a process is the shell that npm runs a script in; some of them make way for the script */
function isShellOfScript(pid) {
  try {
    return /^(?:[^\0]*\/)?(?:a|ba|da|k|z)?sh\0-c\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Calls `onGone` once when npm, which runs this program, has ended. npm dies of a signal without waiting for what it
 * runs, and of SIGTERM passes on only to the shell in between, so nobody else tells this program. Does nothing where
 * npm did not start it: a program that a shell put into the background may outlive that shell.
 * @param {() => void} onGone
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function watchStarter(onGone, environment = process.env) {
  if (!environment['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = isShellOfScript(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    onGone();
  }, EVERY_MS);
  timer.unref();
}
