import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Commands of others: Nx, Prettier and the compiler. */
const foreign = ['build', 'format', 'types'];

test.each(Object.entries(scripts).filter(([name]) => !foreign.includes(name)))(
  'npm run %s -- --help says how it is used, and nothing else',
  async (_name, script) => {
    const [program, ...args] = [...script.split(' '), '--help'];
    expect(program).toBe('node');
    const [error, output, errors] = await new Promise<[Error | null, string, string]>((resolve) => {
      const env = { PATH: process.env.PATH };
      execFile(process.execPath, args, { cwd: repositoryRoot, env }, (...ended) => {
        resolve(ended);
      });
    });
    expect([error, output.includes('npm ') || output.includes('Usage: ')]).toEqual([null, true]);
    expect(errors.replace(/^.*(?:ExperimentalWarning|trace-warnings).*\n/gm, '')).toBe('');
  },
  60_000,
);
