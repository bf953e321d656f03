import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved } from '../support/measure.ts';

const rounds = 5;
const program = fileURLToPath(new URL('print.program.ts', import.meta.url));
const run = promisify(execFile);

interface Made {
  pages: number;
  cpuMs: number;
  rssMb: number;
}

const make = async (...given: string[]): Promise<Made> => {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...given]);
  return JSON.parse(stdout) as Made;
};

/**
 * The PDF of a report with its full check against a plain document with as many pages, each in its own process: CPU
 * time of the layout, and peak memory of the process.
 */
export async function* reportPdfBench(): AsyncIterable<BenchResult> {
  const { pages } = await make('product');
  const made = await measureInterleaved(
    rounds,
    () => make('product'),
    () => make('baseline', String(pages)),
  );
  yield compareRounds({
    name: `report-pdf: ${String(pages)} pages`,
    unit: 'ms of CPU',
    rounds: mapRounds(made, ({ cpuMs }) => cpuMs),
    limit: { of: 'ratio', max: 6 },
  });
  yield compareRounds({
    name: 'report-pdf: memory of the process',
    unit: 'MB',
    rounds: mapRounds(made, ({ rssMb }) => rssMb),
    limit: { of: 'ratio', max: 1.5 },
  });
}
