import { readFileSync } from 'node:fs';

const EVERY_MS = 250;

/** @param {number} pid @returns {number | null} the parent of a process; null if it is unknown */
function parentOf(pid) {
  try {
    // The program's name, in parentheses, may contain anything; the parent is the second field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** @param {number} pid whether it is the shell in which npm runs a script; some shells exec the script instead */
function isShellOfScript(pid) {
  try {
    return /^(?:[^\0]*\/)?(?:a|ba|da|k|z)?sh\0-c\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Calls `onParentExit` once when npm, which runs this program, has ended. npm does not wait for its script when a
 * signal kills it, and forwards SIGTERM only to the shell in between, so this program watches its parent. Does nothing
 * when npm did not start it: a program in the background of a shell may run longer than that shell.
 * @param {() => void} onParentExit
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function exitWhenParentExits(onParentExit, environment = process.env) {
  if (!environment['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = isShellOfScript(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    onParentExit();
  }, EVERY_MS);
  timer.unref();
}
