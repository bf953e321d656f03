import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { packPackages } from '../packages/pack-packages.ts';
import { repositoryRoot } from '../repository.ts';

/** `npm run pack` packs what teams outside this repository install: four libraries, and the tool `ve`. */
exitWithHelp(`npm run pack [-- folder]

  packs the libraries and the tool ve for teams outside this repository, into .cache/packages or the folder`);

const folder = resolve(process.argv[2] ?? join(repositoryRoot, '.cache/packages'));
const compiler = join(repositoryRoot, 'node_modules/typescript7/bin/tsc');
execFileSync(process.execPath, [compiler, '-b', 'libs/mfe-kit', 'libs/build'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
});
for (const file of await packPackages(folder)) console.log(file);
