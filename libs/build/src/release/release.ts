import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { storedIn, type StoredRelease } from '../store.ts';
import { LiveReleases } from './live-releases.ts';
import { type Pair, pairsWith, renderPairs, type Unrendered } from './pairs.ts';
import { publishRelease } from './publish.ts';
import { type ReleaseCommand, UsageError } from './release-command.ts';
import {
  type ChannelState,
  type LiveRelease,
  type Move,
  type ReleaseList,
  ReleaseRefused,
  type ReleaseServer,
  type Said,
  type SeenChannels,
} from './release-server.ts';
import { channelsOf, describeChannels, describeList, versionsOf } from './release-words.ts';
import { kB, NotReleased, type ReleaseTool } from './release-tool.ts';
import { Stages } from './stages.ts';

/** The name, when it is one of this repository. @throws UsageError */
export async function knownName(root: string, name: string): Promise<string> {
  const isKnown = /^mfe-[a-z0-9-]+$/.test(name) && existsSync(join(root, name, 'remote.json'));
  if (name === 'shell' || isKnown) return name;
  const { findRooms } = await import('../build-all.ts');
  throw new UsageError(`There is no ${name}: what can be released is ${findRooms(root).join(', ')}.`);
}

/**
 * Does what the command says, and says what visitors are given afterwards.
 * @throws ReleaseRefused, NotReleased, or an Error of the build, each with words for the team
 */
export async function runRelease(tool: ReleaseTool, command: ReleaseCommand): Promise<void> {
  const { server, say, context, cache } = tool;
  const { name, action, share, force } = command;
  const stages = new Stages();
  const live = new LiveReleases(server, cache);
  // First of all: it shows whether address and token are right, before anything is built.
  const listed = await server.list();
  if (action === 'list') {
    say(describeList(name, listed));
    return;
  }
  const seen = action === 'promote' || action === 'rollback' ? seenBy(command, listed) : null;
  if (action === 'rollback' || (action === 'promote' && (seen === null || seen.canary !== null))) {
    await moveAndSay(tool, command, stages, { action }, seen);
    await renderAgain(tool, live, name);
    return;
  }
  // Only here: a rollback does not wait for the compiler to be loaded.
  const { buildChecked } = await import('./build-checked.ts');
  const room = await buildChecked(tool, live, listed.channels, stages, name);
  const { release, version } = room;
  const stored = storedIn(context.store, release);
  const { isNew, bytes } = await stages.time('publish', publishRelease(server, stored));
  say(`${isNew ? 'published' : 'was published before'}: ${name} ${version}, ${kB(bytes)} kB sent`);
  // What is live may have changed while this was built.
  const { channels } = await server.list();
  const unrendered = await stages.time('pages', renderAll(tool, live, pairsWith(channels, release), stored));
  if (action === 'publish') {
    say(`No visitor is given ${name} ${version} yet (after ${stages.words()}).`);
    say(`staff see it on the site by ${server.url}/admin/releases`);
    say(`a tenth of the visitors are given it by: npm run release ${name} -- --canary 10`);
    return;
  }
  const blank = unrendered.filter(({ pair }) => pair.withStable);
  if (blank.length > 0 && !force) {
    const partners = blank.map(({ pair }) => partnerOf(pair, name)).join(', ');
    throw new NotReleased(
      `${name} ${version} is published, and no visitor is given it: its pages with ${partners} could not be prerendered, and would stay empty until scripts have run. With --force visitors are given it all the same.`,
    );
  }
  await moveAndSay(
    tool,
    command,
    stages,
    action === 'canary' ? { action, version, share } : { action: 'stable', version },
    seen,
  );
  const route = name === 'shell' ? '/' : release.routes.find((each) => !each.includes(':'));
  if (action === 'canary') say(`watch it, and see it on the site as staff: ${server.url}/admin/releases`);
  else if (route !== undefined) say(`see it at ${server.url}${route}`);
}

/**
 * What a team that asks for a promotion or a rollback has seen; null where it may not know that its canary was ended, by the
 * watch or by staff, so that the site refuses and says so: stable must not go back for what was mended by that, nor all
 * visitors be given what no visitor should have.
 */
function seenBy({ name, stable }: ReleaseCommand, { channels, moves }: ReleaseList): SeenChannels | null {
  const live = versionsOf(channels, name);
  if (stable && live.canary !== null) {
    throw new NotReleased(`The canary ${live.canary} of ${name} runs. Without --stable the command is for it.`);
  }
  const last = moves.find((each) => each.name === name);
  return live.canary === null && last?.action === 'stop' && !stable ? null : live;
}

const partnerOf = ({ shell, owner }: Pair, name: string): string => {
  const partner = owner.name === name ? shell : owner;
  return `${partner.name} ${partner.version}`;
};

const pairsOfName = (channels: readonly LiveRelease[], name: string): Pair[] =>
  channels.filter((each) => each.name === name).flatMap(({ release }) => pairsWith(channels, release));

/** Since a release was last live its partners may have changed. It is live: what fails here costs no more than speed. */
async function renderAgain(tool: ReleaseTool, live: LiveReleases, name: string): Promise<void> {
  try {
    await renderAll(tool, live, pairsOfName((await tool.server.list()).channels, name), null);
  } catch (error) {
    tool.say(`pages were not prerendered again: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function renderAll(
  { server, context, cache, say }: ReleaseTool,
  live: LiveReleases,
  pairs: readonly Pair[],
  local: StoredRelease | null,
): Promise<Unrendered[]> {
  const tools = { server, contract: context.contract, live, cache };
  const { pages, unrendered } = await renderPairs(tools, pairs, local);
  if (pages > 0) say(`pages prerendered with what is live: ${String(pages)}`);
  for (const { pair, reason } of unrendered) {
    const { shell, owner } = pair;
    say(
      `${pair.withStable ? 'WARNING: ' : ''}not prerendered, left to browsers: ${owner.name} ${owner.version} in shell ${shell.version}`,
    );
    say(`  ${reason.split('\n').join('\n  ')}`);
  }
  return unrendered;
}

async function moveAndSay(
  { server, say }: ReleaseTool,
  { name, why }: ReleaseCommand,
  stages: Stages,
  move: Move,
  seen: SeenChannels | null,
): Promise<void> {
  const channels = await stages.time('move', moved(server, name, move, { why, seen }));
  say(`${name}: ${describeChannels(channels)}, from each visitor's next page on`);
  say(`live after ${stages.words()}`);
}

/** What is live after the move. @throws with what is live now, where the answer was lost */
async function moved(server: ReleaseServer, name: string, move: Move, said: Said): Promise<ChannelState[]> {
  try {
    return await server.move(name, move, said);
  } catch (error) {
    if (error instanceof ReleaseRefused && error.code === 'move-stale') {
      throw new NotReleased(`${error.message}\n${afterStale(name, move)}`);
    }
    if (!(error instanceof ReleaseRefused) || error.status !== null) throw error;
    const { channels } = await server.list();
    const now = describeChannels(channelsOf(channels, name));
    throw new NotReleased(`${error.message}\nThe move may have been made. Live now: ${name}: ${now}.`);
  }
}

/** What holds where others were faster, and what a team may mean all the same. */
function afterStale(name: string, { action }: Move): string {
  const again = (flag: string) => `npm run release ${name} -- ${flag}`;
  return action === 'rollback'
    ? `Nothing was rolled back. ${again('--rollback --stable')} takes stable back, where no canary runs.`
    : `Nothing was promoted. ${again('--promote --stable')} gives all visitors what is built now, where no canary runs.`;
}
