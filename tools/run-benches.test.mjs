import { afterEach, expect, test } from '@jest/globals';
import { LauncherProcesses } from './processes.mjs';
import { runBenches } from './run-benches.mjs';

const processes = new LauncherProcesses();
afterEach(() => processes.endAll());

/**
 * Runs programs by name, each in a real process, and returns what they printed and the failures.
 * @param {Record<string, { program: string, limitMs?: number }>} benches
 */
const runAll = async (benches) => {
  const lines = [];
  const failures = await runBenches(Object.keys(benches), (name) => {
    const { program, ...limit } = benches[name];
    return processes.run({
      command: process.execPath,
      args: ['-e', program],
      onLine: (line) => lines.push(line),
      ...limit,
    });
  });
  return { lines, failures };
};

test('a bench that fails, crashes or never ends costs only its own results', async () => {
  const { lines, failures } = await runAll({
    first: { program: "console.log('first measured')" },
    failing: { program: "console.log('  FAILED: no browser'); console.log('a library ends'); process.exit(1)" },
    crashing: { program: "process.kill(process.pid, 'SIGKILL')" },
    hanging: { program: 'setInterval(() => undefined, 1_000)', limitMs: 200 },
    last: { program: "console.log('last measured')" },
  });
  expect(lines).toEqual(['first measured', '  FAILED: no browser', 'a library ends', 'last measured']);
  expect(failures).toEqual([
    { name: 'failing', reason: 'FAILED: no browser' },
    { name: 'crashing', reason: 'ended with 137' },
    { name: 'hanging', reason: 'took too long, and was stopped' },
  ]);
});

test('nothing failed where all passed', async () => {
  expect((await runAll({ only: { program: '' } })).failures).toEqual([]);
});
