import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { generatedOperationsDocuments } from '../operations/generated-operations-pages.ts';
import { repositoryRoot } from '../repository.ts';

/** `npm run docs` writes the pages of docs/operations that are generated from the sources. */
exitWithHelp('npm run docs\n\n  writes the pages of docs/operations that are generated from the sources');
for (const [path, text] of await generatedOperationsDocuments()) {
  writeFileSync(join(repositoryRoot, path), text);
  console.log(path);
}
