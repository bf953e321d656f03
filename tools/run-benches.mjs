import { lastLineOf } from './suites/apt.mjs';

/**
 * Runs each bench in turn, also after one that failed.
 * @param {readonly string[]} names
 * @param {(name: string) => Promise<{ code: number, tail: string, timedOut: boolean }>} run runs one in a process of
 * its own
 * @returns {Promise<Array<{ name: string, reason: string }>>} the benches that did not pass
 */
export async function runBenches(names, run) {
  const failures = [];
  for (const name of names) {
    const { code, tail, timedOut } = await run(name);
    if (code === 0) continue;
    const reason = timedOut ? 'took too long, and was stopped' : reasonIn(tail);
    failures.push({ name, reason: reason || `ended with ${code}` });
  }
  return failures;
}

/**
 * The reason that a bench gave; its last line where it gave none. A library may print more as the process ends.
 * @param {string} tail
 */
const reasonIn = (tail) =>
  tail
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => /^(?:MISSED|FAILED)/.test(line)) ?? lastLineOf(tail).trim();
