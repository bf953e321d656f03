import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildContext, type BuiltRoom, buildRoom, readManifest } from './build-room.ts';
import { prerenderPages } from './prerender.ts';
import { bytesOf, measureRemote, overBudget, startBytes } from './size-budget.ts';
import { readJson, readLive, writeLive } from './store.ts';

/** Folders of the shell and the remotes; a remote is a folder with a remote.json. */
export const findRooms = (root: string): string[] => [
  'shell',
  ...globSync('mfe-*/remote.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').split('/')[0] ?? '')
    .sort(),
];

/** Maps the items with at most `width` running at a time; results keep the items' order. */
async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

/** The room's live release in the store; null where there is none. */
function liveRoom(context: BuildContext, name: string): BuiltRoom | null {
  const version = readLive(context.store)[name];
  if (version === undefined) return null;
  const release = context.contract.releaseSchema.safeParse(
    readJson(join(context.store, name, version, 'release.json')),
  );
  if (!release.success) return null;
  const { prerender, ...manifest } = readManifest(context, name);
  const offered = prerender.filter((route) => release.data.routes.includes(route));
  return {
    name,
    version,
    release: release.data,
    manifest: { ...manifest, prerender: offered },
    scripts: null,
    built: false,
  };
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
function weigh(context: BuildContext, shell: BuiltRoom | null, room: BuiltRoom): { size: string; excess: string[] } {
  const { store, mode } = context;
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  if (room.name === 'shell') return { size: `${kB(startBytes(store, room))} kB by gzip`, excess: [] };
  const measured = measureRemote(store, shell, room);
  return {
    size: `pages start with ${kB(bytesOf(measured.start))} kB by gzip, the heaviest needs ${kB(bytesOf(measured.page.scripts))}`,
    excess: mode === 'production' ? overBudget(room, measured) : [],
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
  const shell = compiled.find(({ name }) => name === 'shell') ?? liveRoom(context, 'shell');
  const built = compiled.filter((room) => {
    const { excess, size } = weigh(context, shell, room);
    report(`${room.name} ${room.version} ${room.built ? 'built' : 'unchanged'}, ${size}`);
    failures.push(...excess);
    return excess.length === 0;
  });
  const others = known.filter((name) => !built.some((room) => room.name === name));
  const everyRoom = [...built, ...others.flatMap((name) => liveRoom(context, name) ?? [])];
  if (shell !== null) {
    const pages = await prerenderPages(context, shell, everyRoom);
    failures.push(...pages.failures.map(messageOf));
    if (pages.rendered.length > 0) report(`rendered ${pages.rendered.join(', ')}`);
  }
  writeLive(context.store, Object.fromEntries(built.map(({ name, version }) => [name, version])));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return built;
}
