import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/* Which programs have the token. e2e/specs/outside.team.spec.ts shows what the commands do. */

const folder = mkdtempSync(join(tmpdir(), 've-token-'));
const probe = join(folder, 'probe.mjs');
beforeAll(() => {
  writeFileSync(join(folder, '.env'), 'RELEASE_URL=http://127.0.0.1:1\nRELEASE_TOKEN=of-the-file\n');
  writeFileSync(
    probe,
    `import { basename } from 'node:path';
const { RELEASE_TOKEN } = process.env;
process.on('exit', () => {
  console.log(JSON.stringify([basename(process.argv[1] ?? ''), RELEASE_TOKEN ?? null, process.env.RELEASE_TOKEN ?? null]));
});
`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  /** By program: its token at the start and at the end. */
  tokens: Record<string, [atStart: string | null, atEnd: string | null]>;
  text: string;
}

/** Runs `ve` in a folder with a token in `.env`; the site does not answer. */
const ve = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_OPTIONS: `--import ${probe}`, ...environment };
    execFile(
      process.execPath,
      ['--conditions=source', join(repositoryRoot, 'libs/build/src/cli/ve.ts'), ...args],
      { cwd: folder, env },
      (_error, output, errors) => {
        const ends = [...output.matchAll(/^\["[\w.-]+",.*\]$/gm)].map(([line]) => JSON.parse(line) as string[]);
        resolve({
          tokens: Object.fromEntries(ends.map(([name, ...both]) => [name, both])) as Ended['tokens'],
          text: output + errors,
        });
      },
    );
  });

test('tests have no token, neither that of the file nor that of the terminal', async () => {
  const { tokens } = await ve(['test', 'mfe-search', '--listTests'], { RELEASE_TOKEN: 'of-the-terminal' });
  expect(tokens).toMatchObject({ 've.ts': ['of-the-terminal', 'of-the-terminal'], 'jest.js': [null, null] });
  expect((await ve(['test', 'mfe-search', '--listTests'])).tokens).toMatchObject({ 've.ts': [null, null] });
}, 30_000);

test('commands that ask the site read .env, and keep the token from their builds', async () => {
  const commands = ['dev', 'release', 'rollback', 'list'];
  const runs = commands.flatMap((command) =>
    ['of-the-terminal', ''].map(async (token) => {
      const environment: Record<string, string> = token === '' ? {} : { RELEASE_TOKEN: token };
      const { tokens, text } = await ve([command, 'mfe-search'], environment);
      return [command, tokens['ve.ts'], text.includes('http://127.0.0.1:1')];
    }),
  );
  const expected = commands.flatMap((command) => [
    [command, ['of-the-terminal', null], true],
    [command, [null, null], true],
  ]);
  expect(await Promise.all(runs)).toEqual(expected);
}, 60_000);
