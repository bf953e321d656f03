import { buildRoom, type BuiltRoom } from '../build-room.ts';
import { bytesOf, measureRemote, overBudget, startBytes } from '../size-budget.ts';
import { storedIn } from '../store.ts';
import { checkRelease } from './checks.ts';
import type { LiveReleases } from './live-releases.ts';
import type { LiveRelease } from './release-server.ts';
import { kB, NotReleased, type ReleaseTool } from './release-tool.ts';
import type { Stages } from './stages.ts';

/**
 * Builds a room, and checks and measures it beside what is live.
 * @throws NotReleased with all that stands in the way, or an Error of the build
 */
export async function buildChecked(
  tool: ReleaseTool,
  live: LiveReleases,
  channels: readonly LiveRelease[],
  stages: Stages,
  name: string,
): Promise<BuiltRoom> {
  const { context, say } = tool;
  const room = await stages.time('build', buildRoom(context, name));
  say(`${room.built ? 'built' : 'unchanged since it was built'}: ${name} ${room.version}`);
  const [excess, { problems, warnings }] = await stages.time(
    'check',
    Promise.all([weigh(tool, live, channels, room), checkRelease(room.release, channels)]),
  );
  for (const warning of warnings) say(`note: ${warning}`);
  if (excess.length + problems.length > 0) {
    throw new NotReleased(['Nothing was published.', ...excess, ...problems].join('\n'));
  }
  return room;
}

/** Measures the release beside the shell that most visitors are given. Returns what is over the budget. */
async function weigh(
  { context, say }: ReleaseTool,
  live: LiveReleases,
  channels: readonly LiveRelease[],
  { name, release, manifest, ...trees }: BuiltRoom,
): Promise<string[]> {
  const stored = storedIn(context.store, release);
  if (name === 'shell') {
    say(`every page starts with its ${kB(startBytes(stored))} kB by gzip`);
    return [];
  }
  const shell = channels.find((each) => each.name === 'shell' && each.channel === 'stable')?.release;
  const size = measureRemote(shell ? await live.get(shell) : null, stored, trees);
  const withWhat = shell ? `with the live shell ${shell.version}` : 'without a shell, as none is live';
  say(
    `pages start with ${kB(bytesOf(size.start))} kB by gzip ${withWhat}, the heaviest needs ${kB(bytesOf(size.page.scripts))}`,
  );
  return overBudget(manifest, size);
}
