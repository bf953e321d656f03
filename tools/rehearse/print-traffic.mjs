/**
 * Prints the figures; whether a request failed or an event was lost.
 * @param {import('../output.mjs').LauncherOutput} output
 * @param {import('./traffic.mjs').TrafficFigures} figures
 * @returns {boolean}
 */
export function printTraffic(output, { requests, failures, slowestMs, slowest, fetches, reconnections, lost }) {
  output.strong(
    `${requests} requests, ${failures.length} failed, the slowest after ${Math.round(slowestMs)} ms (${slowest})`,
  );
  output.say(`${fetches} fetches followed, ${reconnections} streams opened again, ${lost.length} events lost`);
  for (const failure of failures.slice(0, 20)) output.say(`  ${failure}`);
  for (const registration of lost) output.say(`  lost: ${registration}`);
  return failures.length > 0 || lost.length > 0;
}
