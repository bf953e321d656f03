import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';

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
 * time of the layout, and peak memory of the process. Needs a built project.
 */
export async function reportPdfBench(): Promise<BenchResult[]> {
  const { pages } = await make('product');
  const { product, baseline } = await measureInterleaved(
    rounds,
    () => make('product'),
    () => make('baseline', String(pages)),
  );
  const result = (name: string, unit: string, of: (made: Made) => number, limit: number): BenchResult => {
    const [one, other] = [median(product.map(of)), median(baseline.map(of))];
    const ratio = one / other;
    return {
      name,
      unit,
      product: one,
      baseline: other,
      ratio,
      maxRatio: `≤ ${String(limit)}`,
      isWithinLimit: ratio <= limit,
      rounds,
    };
  };
  return [
    result(`report-pdf: ${String(pages)} pages`, 'ms of CPU', ({ cpuMs }) => cpuMs, 6),
    result('report-pdf: memory of the process', 'MB', ({ rssMb }) => rssMb, 1.5),
  ];
}
