import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PackageBuildResult } from './build-package.ts';
import { listFilesIn } from './release-files.ts';
import type { ScriptGroup } from './script-tree.ts';
import type { FrontEndPackageManifest } from './repository.ts';
import type { StoredRelease } from './release-store.ts';

/** A script and its transfer size by gzip, in bytes. */
interface Script {
  file: string;
  bytes: number;
}

export interface RemoteScriptSize {
  /** Scripts that every page of the remote starts with: the shell's, the entry chunk and the exposed module. */
  start: Script[];
  /** The heaviest page, and all scripts that it needs. */
  page: { name: string; scripts: Script[] };
  /**
   * Scripts that a slot filler adds to another remote's page: the entry chunk, the module of the slots and the heaviest
   * that it may load.
   */
  slot: Script[];
}

export const totalScriptBytes = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { bytes }) => sum + bytes, 0);

const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Reads scripts of releases, each once. */
function scriptReader(): (from: StoredRelease, file: string) => Script {
  const known = new Map<string, Script>();
  return ({ release, folder }, file) => {
    const path = `${release.name}/${file}`;
    const script = known.get(path) ?? {
      file: path,
      bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
    };
    known.set(path, script);
    return script;
  };
}

/** Size of the scripts that a release starts with, in bytes. */
export const startScriptBytes = (stored: StoredRelease): number => {
  const read = scriptReader();
  const { entry, preload } = stored.release;
  return totalScriptBytes([entry, ...preload].map((file) => read(stored, file)));
};

/**
 * The scripts that the pages of a remote load with this shell (null: only the remote's own scripts). The trees are
 * those of its build, null where they are unknown.
 */
export function measureRemoteScripts(
  shell: StoredRelease | null,
  remote: StoredRelease,
  { scripts: exposed, slotScripts }: Pick<PackageBuildResult, 'scripts' | 'slotScripts'>,
): RemoteScriptSize {
  const read = scriptReader();
  const shellFiles = shell === null ? [] : listFilesIn(shell.folder);
  const scriptsOf = ({ files, shared }: ScriptGroup): Script[] => [
    ...files.map((file) => read(remote, file)),
    ...shared.flatMap((name) => {
      const file = shellFiles.find((candidate) => candidate.startsWith(`${name}.`) && candidate.endsWith('.js'));
      return shell === null || file === undefined ? [] : [read(shell, file)];
    }),
  ];
  const heaviest = (group: ScriptGroup, before: ReadonlySet<Script>): { name: string; scripts: Set<Script> } => {
    const scripts = new Set([...before, ...scriptsOf(group)]);
    const paths = group.next.map((next) => ({ name: next.name, scripts: heaviest(next, scripts).scripts }));
    return paths.reduce(
      (heaviestPath, path) =>
        totalScriptBytes([...path.scripts]) > totalScriptBytes([...heaviestPath.scripts]) ? path : heaviestPath,
      {
        name: group.name,
        scripts,
      },
    );
  };
  const ofShell =
    shell === null ? [] : [shell.release.entry, ...shell.release.preload].map((file) => read(shell, file));
  const base = [...ofShell, read(remote, remote.release.entry)];
  // Libraries of the shell count too: the page may not have loaded them.
  const slot =
    slotScripts === null ? [] : [...heaviest(slotScripts, new Set([read(remote, remote.release.entry)])).scripts];
  if (exposed === null) return { start: base, page: { name: remote.release.name, scripts: base }, slot };
  const { name, scripts } = heaviest(exposed, new Set(base));
  return { start: [...new Set([...base, ...scriptsOf(exposed)])], page: { name, scripts: [...scripts] }, slot };
}

/** A message for each part that exceeds the budget of `remote.json`. */
export function findBudgetExcesses(
  { name, budget }: FrontEndPackageManifest,
  { start, page, slot }: RemoteScriptSize,
): string[] {
  if (budget === null) return [];
  const check = (what: string, part: 'start' | 'page' | 'slot', scripts: readonly Script[]): string[] => {
    const total = totalScriptBytes(scripts);
    const limit = budget[part] ?? 0;
    if (total <= limit * 1000) return [];
    const list = [...scripts]
      .sort((one, other) => other.bytes - one.bytes)
      .map(({ file, bytes }) => `  ${kB(bytes).padStart(6)} kB  ${file}`);
    return [
      `${name} is over its budget: ${what} ${kB(total)} kB of JavaScript by gzip, and "budget"."${part}" in ${name}/remote.json allows ${String(limit)}.\n${list.join('\n')}`,
    ];
  };
  return [
    ...check('every page of it starts with', 'start', start),
    ...check(`its heaviest page (${page.name}) needs`, 'page', page.scripts),
    ...check('what fills a slot adds', 'slot', slot),
  ];
}
