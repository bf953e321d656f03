import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until the answer is true.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} limitMs
 * @param {number} [everyMs]
 * @returns {Promise<boolean>} false when the time was up first
 */
export async function waitUntil(condition, limitMs, everyMs = 15) {
  const end = performance.now() + limitMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
