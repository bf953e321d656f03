import { globSync, mkdirSync } from 'node:fs';
import { loadavg, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFrontEnd, buildServers } from './build.mjs';
import { exitWithHelp } from './help.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { runBenches } from './run-benches.mjs';
import { runProgram } from './run-program.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { temporaryPostgres } from './test-postgres.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const limitMs = 60 * 60_000;

/**
 * `npm run bench [-- --record] [names]`: the named benches, or all. `--record` writes their ratios to
 * bench/baseline.json, with which later runs compare theirs.
 * @param {string[]} given
 */
function readArguments(given) {
  const known = globSync('bench/*/*.bench.ts', { cwd: root })
    .map((file) => basename(file, '.bench.ts'))
    .sort();
  const names = given.filter((arg) => arg !== '--record');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new LaunchError(`There is no bench ${unknown}. There are: ${known.join(', ')}.`);
  return { names: names.length > 0 ? names : known, flags: given.includes('--record') ? ['--record'] : [] };
}

exitWithHelp(
  'npm run bench [-- --record] [names]\n\n  runs the named benches, or all; --record writes their ratios to bench/baseline.json',
);

await runProgram(async ({ signal, processes, output }) => {
  const { names, flags } = readArguments(process.argv.slice(2));
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Lighthouse and the browser's driver are among the tools.
  await ensurePackagesInstalled({ root, processes, output, signal, withTools: true });
  const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };
  await Promise.all([buildServers(workshop), buildFrontEnd(workshop)]);
  // A million rows have to fit into shared buffers, as on a real server of that size; PostgreSQL's default is 128 MB.
  const sharedMegabytes = Math.min(3_072, Math.floor(totalmem() / 2 ** 20 / 6));
  await temporaryPostgres([`shared_buffers=${sharedMegabytes}MB`]);

  const failures = await runBenches(names, async (name) => {
    const since = performance.now();
    output.strong(`${name} (load of the machine: ${loadavg()[0]?.toFixed(1)})`);
    const ended = await processes.run({
      command: workshop.runtime,
      args: ['--conditions=source', '--disable-warning=ExperimentalWarning', 'bench/run.ts', name, ...flags],
      cwd: root,
      onLine: (line) => output.say(line),
      signal,
      limitMs,
    });
    output.say(`  ${formatElapsed(since)}`);
    return ended;
  });
  for (const { name, reason } of failures) output.strong(`${name}: ${reason}`);
  return failures.length > 0 ? 1 : 0;
});
