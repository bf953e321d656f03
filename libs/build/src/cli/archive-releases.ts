import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { buildAll } from '../build-all.ts';
import { archiveLiveReleases } from '../release-archive.ts';
import { importRemoteContract, repositoryRoot } from '../repository.ts';

/**
 * `npm run archive-releases` replaces the archived releases, which the end-to-end tests combine with today's, by those
 * of these sources. Run it after a new contract version, with the releases that visitors have then.
 */
exitWithHelp('npm run archive-releases\n\n  replaces the archived releases by those of these sources');

const store = resolve(process.env.STORE_DIR ?? join(repositoryRoot, '.store'));
const file = join(repositoryRoot, 'e2e/releases/earlier-releases.json.br');
try {
  await buildAll({ root: repositoryRoot, store, mode: 'production', contract: await importRemoteContract() });
  const packed = archiveLiveReleases(store);
  writeFileSync(file, packed);
  console.log(`${relative(repositoryRoot, file)}: ${(packed.length / 1000).toFixed(0)} kB`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
