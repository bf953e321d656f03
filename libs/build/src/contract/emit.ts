import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** Brings the emitted declarations of the rooms up to date; fast where they are. @throws with the compiler's messages */
export function emitDeclarations(): void {
  const compiler = join(repositoryRoot, 'node_modules/typescript7/bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', join(repositoryRoot, 'libs/mfe-kit')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}
