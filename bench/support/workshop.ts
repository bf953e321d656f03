import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LauncherOutput } from '../../tools/output.mjs';
import { LauncherProcesses } from '../../tools/processes.mjs';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The file with the logs of the stacks on which benches ran. */
export const stackLogFile = join(root, '.cache', 'bench-stack.log');

mkdirSync(join(root, '.cache'), { recursive: true });

/** What the launcher's own parts need here. What they say goes to the log file. */
export const workshop = {
  root,
  runtime: process.execPath,
  processes: new LauncherProcesses(),
  output: new LauncherOutput(createWriteStream(stackLogFile)),
  signal: new AbortController().signal,
};
