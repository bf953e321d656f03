import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { buildAll } from '../build-all.ts';
import { readReleaseBuildSource } from '../release/read-build-source.ts';
import { writeJson } from '../release-store.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `node libs/build/src/cli/build-all.ts [package…] [--mode development] [--root folder]` builds shell and remotes into
 * STORE_DIR (default `.store`) and makes them the releases that a fresh database publishes.
 */
exitWithHelp(`node libs/build/src/cli/build-all.ts [package…] [--mode development] [--root folder]

  builds shell and remotes into STORE_DIR (.store)`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'production' },
    /** Root folder of the packages, when it is not this repository. */
    root: { type: 'string', default: repositoryRoot },
  },
});
const mode = values.mode === 'development' ? 'development' : 'production';
const store = resolve(process.env.STORE_DIR ?? resolve(repositoryRoot, '.store'));
const started = performance.now();
try {
  await buildAll(
    { root: resolve(values.root), store, mode, contract: await importRemoteContract() },
    {
      ...(positionals.length > 0 ? { workspacePackages: positionals } : {}),
      report: (line) => {
        console.log(line);
      },
    },
  );
  writeJson(join(store, 'built-from.json'), readReleaseBuildSource(resolve(values.root), process.env));
  console.log(`front end ready in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
