import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltRoom } from './build-room.ts';
import { filesIn } from './release-files.ts';
import type { ScriptGroup } from './script-tree.ts';

/** A script and its transfer size by gzip, in bytes. */
interface Script {
  file: string;
  bytes: number;
}

export interface RemoteSize {
  /** Scripts that every page of the remote starts with: the shell's, the entry chunk and the exposed module. */
  start: Script[];
  /** The heaviest page, and all scripts that it needs. */
  page: { name: string; scripts: Script[] };
}

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Reads scripts of releases, each once. */
function scriptReader(store: string): (room: BuiltRoom, file: string) => Script {
  const known = new Map<string, Script>();
  return ({ name, version }, file) => {
    const path = `${name}/${file}`;
    const script = known.get(path) ?? {
      file: path,
      bytes: gzipSync(readFileSync(join(store, name, version, file)), { level: 9 }).length,
    };
    known.set(path, script);
    return script;
  };
}

/** Size of the scripts that a release starts with, in bytes. */
export const startBytes = (store: string, room: BuiltRoom): number => {
  const read = scriptReader(store);
  return bytesOf([room.release.entry, ...room.release.preload].map((file) => read(room, file)));
};

/** Scripts that the pages of a remote load with this shell (null: only the remote's own scripts). */
export function measureRemote(store: string, shell: BuiltRoom | null, remote: BuiltRoom): RemoteSize {
  const read = scriptReader(store);
  const shellFiles = shell === null ? [] : filesIn(join(store, shell.name, shell.version));
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
    return paths.reduce((most, path) => (bytesOf([...path.scripts]) > bytesOf([...most.scripts]) ? path : most), {
      name: group.name,
      scripts,
    });
  };
  const ofShell =
    shell === null ? [] : [shell.release.entry, ...shell.release.preload].map((file) => read(shell, file));
  const base = [...ofShell, read(remote, remote.release.entry)];
  const { scripts: exposed } = remote;
  if (exposed === null) return { start: base, page: { name: remote.name, scripts: base } };
  const { name, scripts } = heaviest(exposed, new Set(base));
  return { start: [...new Set([...base, ...scriptsOf(exposed)])], page: { name, scripts: [...scripts] } };
}

/** A message for each part that exceeds the budget of `remote.json`. */
export function overBudget({ name, manifest }: BuiltRoom, { start, page }: RemoteSize): string[] {
  const { budget } = manifest;
  if (budget === null) return [];
  const check = (what: string, part: 'start' | 'page', scripts: readonly Script[]): string[] => {
    const total = bytesOf(scripts);
    if (total <= budget[part] * 1000) return [];
    const list = [...scripts]
      .sort((one, other) => other.bytes - one.bytes)
      .map(({ file, bytes }) => `  ${kB(bytes).padStart(6)} kB  ${file}`);
    return [
      `${name} is over its budget: ${what} ${kB(total)} kB of JavaScript by gzip, and "budget"."${part}" in ${name}/remote.json allows ${String(budget[part])}.\n${list.join('\n')}`,
    ];
  };
  return [
    ...check('every page of it starts with', 'start', start),
    ...check(`its heaviest page (${page.name}) needs`, 'page', page.scripts),
  ];
}
