import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls the condition until it is true.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} limitMs
 * @param {number} [everyMs]
 * @returns {Promise<boolean>} false on timeout
 */
export async function waitUntil(condition, limitMs, everyMs = 15) {
  const end = performance.now() + limitMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
