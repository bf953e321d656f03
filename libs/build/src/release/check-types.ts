import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../repository.ts';

const maxOutput = 4 * 1_048_576;

/**
 * The compiler's messages about a package and what it imports; empty where its types are right. Null where it has no
 * `tsconfig.json`.
 */
export function findTypeErrors(root: string, name: string): Promise<string | null> {
  const folder = join(root, name);
  if (!existsSync(join(folder, 'tsconfig.json'))) return Promise.resolve(null);
  const compiler = join(workspaceRoot, 'node_modules/typescript7/bin/tsc');
  return new Promise((resolve) => {
    const args = [compiler, '-b', folder, '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: root, maxBuffer: maxOutput }, (error, output, errors) => {
      resolve(error === null ? '' : `${output}${errors}`.trim() || error.message);
    });
  });
}
