import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/**
 * Updates the emitted declarations of the packages; fast where nothing changed.
 *
 * @throws Error with the compiler's messages
 */
export function emitDeclarations(): void {
  const compiler = join(repositoryRoot, 'node_modules/typescript7/bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', join(repositoryRoot, 'libs/mfe-kit')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}
