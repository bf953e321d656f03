import type { ChunkGroup, Stats } from '@rspack/core';
import { sharedDeps } from './shared-deps.ts';

/** Scripts that load together, and the groups that they may load later. */
export interface ScriptGroup {
  /** The module that is imported: `./faq/faq.page.tsx`. */
  name: string;
  /** Files of the remote's own release. */
  files: string[];
  /** Names in `sharedDeps` of the shell's lazy chunks that load with them. */
  shared: string[];
  next: ScriptGroup[];
}

/** Whether a module's identifier is that of a remote's import of the shared module. */
export const isConsumedSharedModule = (identifier: string, name: string): boolean =>
  identifier.startsWith(`consume shared module (default) ${name}@`);

const lazilyShared = (identifier: string): string[] =>
  sharedDeps.flatMap(({ name, lazy }) =>
    lazy !== undefined && isConsumedSharedModule(identifier, name) ? [lazy] : [],
  );

/** The shared modules that a remote's scripts use, by their names in `sharedDeps`. */
export function consumedSharedModules({ compilation }: Pick<Stats, 'compilation'>): string[] {
  const identifiers = [...compilation.modules].map((module) => module.identifier());
  return sharedDeps
    .map(({ name }) => name)
    .filter((name) => identifiers.some((each) => isConsumedSharedModule(each, name)));
}

/** The scripts of a remote, from an exposed module on; null where there is no such module. */
export function scriptTreeOfRemote(
  { compilation }: Pick<Stats, 'compilation'>,
  module: 'remote' | 'slots',
): ScriptGroup | null {
  const { chunkGroups, chunkGraph } = compilation;
  const groupOf = (group: ChunkGroup, above: readonly ChunkGroup[]): ScriptGroup => {
    const here = [...above, group];
    const modules = group.chunks.flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)]);
    return {
      name: group.name ?? group.origins[0]?.request ?? '',
      files: group.getFiles().filter((file) => file.endsWith('.js')),
      shared: [...new Set(modules.flatMap((module) => lazilyShared(module.identifier())))],
      // Pages may import each other.
      next: [...group.childrenIterable].filter((child) => !here.includes(child)).map((child) => groupOf(child, here)),
    };
  };
  const exposed = chunkGroups.find(({ name }) => name === module);
  return exposed === undefined ? null : groupOf(exposed, []);
}
