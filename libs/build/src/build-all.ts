import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildContext, type BuiltRoom, buildRoom } from './build-room.ts';
import { inParallel } from './in-parallel.ts';
import { prerenderPages } from './prerender.ts';
import type { Release } from './repository.ts';
import { bytesOf, measureRemote, overBudget, startBytes } from './size-budget.ts';
import { readJson, readLive, storedIn, writeLive } from './store.ts';

/** Folders of the shell and the remotes; a remote is a folder with a remote.json. */
export const findRooms = (root: string): string[] => [
  'shell',
  ...globSync('mfe-*/remote.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').split('/')[0] ?? '')
    .sort(),
];

/** The room's live release in the store; null where there is none. */
function liveRelease({ store, contract }: BuildContext, name: string): Release | null {
  const version = readLive(store)[name];
  if (version === undefined) return null;
  const release = contract.releaseSchema.safeParse(readJson(join(store, name, version, 'release.json')));
  return release.success ? release.data : null;
}

interface Outcome {
  name: string;
  room: BuiltRoom | null;
  error: unknown;
}

const attempt = (name: string, work: Promise<BuiltRoom>): Promise<Outcome> =>
  work.then(
    (room) => ({ name, room, error: null }),
    (error: unknown) => ({ name, room: null, error }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The size of a room's pages, as a log line, and what exceeds the budget, which only production builds enforce. */
function weigh(
  { store, mode }: BuildContext,
  shell: Release | null,
  room: BuiltRoom,
): { size: string; excess: string[] } {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  if (room.name === 'shell') return { size: `${kB(startBytes(storedIn(store, room.release)))} kB by gzip`, excess: [] };
  const measured = measureRemote(shell && storedIn(store, shell), storedIn(store, room.release), room);
  return {
    size: `pages start with ${kB(bytesOf(measured.start))} kB by gzip, the heaviest needs ${kB(bytesOf(measured.page.scripts))}${measured.slot.length === 0 ? '' : `, a slot adds ${kB(bytesOf(measured.slot))}`}`,
    excess: mode === 'production' ? overBudget(room.manifest, measured) : [],
  };
}

/**
 * Builds those of the named rooms (all of them by default) that changed, prerenders pages, and makes the result live in
 * the store. No existing release is removed. A room that does not build, or is over its JavaScript budget, keeps its
 * live release and does not stop the others.
 * @throws at the end, when any room did not build or is over its budget.
 */
export async function buildAll(
  context: BuildContext,
  options: { rooms?: readonly string[]; report?: (line: string) => void } = {},
): Promise<BuiltRoom[]> {
  const known = findRooms(context.root);
  const { rooms = known, report = () => undefined } = options;
  const unknown = rooms.filter((room) => !known.includes(room));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: rooms to build are ${known.join(', ')}`);
  const outcomes = await inParallel(rooms, 2, (name) => attempt(name, buildRoom(context, name)));
  const compiled = outcomes.flatMap(({ room }) => room ?? []);
  const failures = outcomes.filter(({ room }) => room === null).map(({ error }) => messageOf(error));
  const shell = compiled.find(({ name }) => name === 'shell')?.release ?? liveRelease(context, 'shell');
  const built = compiled.filter((room) => {
    const { excess, size } = weigh(context, shell, room);
    report(`${room.name} ${room.version} ${room.built ? 'built' : 'unchanged'}, ${size}`);
    failures.push(...excess);
    return excess.length === 0;
  });
  const others = known.filter((name) => !built.some((room) => room.name === name));
  const releases = [
    ...built.map(({ release }) => release),
    ...others.flatMap((name) => liveRelease(context, name) ?? []),
  ];
  if (shell !== null) {
    const pages = await prerenderPages(context, shell, releases);
    failures.push(...pages.failures.map(messageOf));
    if (pages.rendered.length > 0) report(`rendered ${pages.rendered.join(', ')}`);
  }
  writeLive(context.store, Object.fromEntries(built.map(({ name, version }) => [name, version])));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return built;
}
