import { globSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildContext, type BuiltRoom, buildRoom } from './build-room.ts';
import { prerenderPages } from './prerender.ts';
import { writeLive } from './store.ts';

/** Shell and remotes by their folders: a remote is a folder with a remote.json. */
export const findRooms = (root: string): string[] => [
  'shell',
  ...globSync('mfe-*/remote.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').split('/')[0] ?? '')
    .sort(),
];

/** Does the work on all items, so many at a time, and answers the results in their order. */
async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

/** What a browser transfers to run the release's first page, compressed by gzip. */
export const firstScripts = (store: string, { name, version, release }: BuiltRoom): number =>
  [release.entry, ...release.preload]
    .map((file) => gzipSync(readFileSync(join(store, name, version, file)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);

/**
 * Builds what changed of the named rooms (all of them by default), renders the pages that are sent finished, and makes
 * the result live in the store. Nothing that is there already is removed.
 */
export async function buildAll(
  context: BuildContext,
  options: { rooms?: readonly string[]; report?: (line: string) => void } = {},
): Promise<BuiltRoom[]> {
  const { rooms = findRooms(context.root), report = () => undefined } = options;
  const known = findRooms(context.root);
  const unknown = rooms.filter((room) => !known.includes(room));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: rooms to build are ${known.join(', ')}`);
  const built = await inParallel(rooms, 2, async (name) => {
    const room = await buildRoom(context, name);
    const size = (firstScripts(context.store, room) / 1000).toFixed(1);
    report(`${name} ${room.version} ${room.built ? 'built' : 'unchanged'}, ${size} kB gzip to start`);
    return room;
  });
  const everyRoom =
    rooms.length === known.length ? built : await inParallel(known, 2, (name) => buildRoom(context, name));
  const shell = everyRoom.find((room) => room.name === 'shell');
  if (shell === undefined) throw new Error('There is no shell');
  const rendered = await prerenderPages(context, shell, everyRoom);
  if (rendered.length > 0) report(`rendered ${rendered.join(', ')}`);
  writeLive(context.store, Object.fromEntries(everyRoom.map(({ name, version }) => [name, version])));
  return built;
}
