import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { webTests } from '../jest/web-tests.mjs';
import { workspaceRoot } from '../repository.ts';

/** `ve test mfe-orders` runs the tests of a remote by jest, whose arguments may follow. */
exitWithHelp(`npx --no ve test [remote] [arguments of jest]

  runs the tests of the remote`);

const given = process.argv.slice(2);
const isNamed = given[0]?.startsWith('mfe-') === true;
const [remote, args] = isNamed ? [given[0], given.slice(1)] : ['mfe-*', given];
const config = {
  ...webTests,
  rootDir: workspaceRoot,
  testMatch: ['ts', 'tsx'].map((extension) => `<rootDir>/${remote}/**/*.test.${extension}`),
  cacheDirectory: join(workspaceRoot, '.cache/jest'),
};
const jest = join(workspaceRoot, 'node_modules/jest/bin/jest.js');
// Tests run the code of every dependency.
const env = { ...process.env };
delete env.RELEASE_TOKEN;
const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    JSON.stringify(config),
    ...args,
  ],
  { cwd: workspaceRoot, env, stdio: 'inherit' },
);
const [code] = (await once(child, 'close')) as [number | null];
process.exitCode = code ?? 1;
