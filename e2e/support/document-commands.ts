import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The commands of a section of a document, in their order. */
export function commandsOf(file: string, heading: string): string[] {
  const section = readFileSync(join(root, file), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`));
  return [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}
