import { pinnedNodeRuntime } from '../node-runtime.mjs';
import { findProgram } from '../suites/find-program.mjs';

const test = 'workers/scenarios/alerts-by-fault.test.ts';

/**
 * Causes most alerts by their faults, with a real Prometheus on this machine (on PATH, or the words in PROMETHEUS), in a
 * stack of BFFs, workers, PostgreSQL and Redis. Returns the exit code; without Prometheus or Redis it reports that, and 0.
 * @param {import('../run-program.mjs').Program & { root: string }} program
 */
export async function rehearseAlerts({ root, processes, output, signal }) {
  const missing = [
    ...(process.env['PROMETHEUS'] || findProgram(['prometheus']) ? [] : ['Prometheus (on PATH, or PROMETHEUS)']),
    ...(findProgram(['redis-server', 'valkey-server']) ? [] : ['Redis (on PATH)']),
  ];
  if (missing.length > 0) {
    output.say(`There is no ${missing.join(' and no ')}. Skipped: alerts by their faults.`);
    return 0;
  }
  const { code } = await processes.run({
    command: pinnedNodeRuntime(root),
    args: ['node_modules/jest/bin/jest.js', '--watchman=false', '--runInBand', '--runTestsByPath', test],
    cwd: root,
    env: {
      ...process.env,
      REHEARSE_ALERTS: 'true',
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    },
    onLine: (line) => output.say(line),
    signal,
  });
  return code;
}
