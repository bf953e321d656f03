import { formatReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { ExpectedReleaseChannels } from '@ve/contracts/release-move';
import type { ReleaseList, ReleaseMoveInput } from '@ve/contracts/http/releases/releases';
import { formatUtcMinute } from '@ve/domain/kernel/time/utc-minute';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toStoredRelease, type StoredRelease } from '../release-store.ts';
import { LiveReleaseFetcher } from './live-release-fetcher.ts';
import {
  type ShellAndReleasePair,
  pairsWithLiveReleases,
  prerenderReleasePairs,
  type PrerenderFailure,
} from './release-pairs.ts';
import { endPreview, previewLines, showPreview } from './preview.ts';
import { publishRelease } from './publish.ts';
import { readReleaseBuildSource } from './read-build-source.ts';
import { type ReleaseCommand, UsageError } from './release-command.ts';
import { commandLine } from '../repository.ts';
import {
  type ChannelState,
  type LiveRelease,
  ReleaseRejectedError,
  type ReleaseServerClient,
  type ReleaseMoveOptions,
} from './release-server.ts';
import { formatKilobytes, ReleaseFailedError, type ReleaseToolDeps, BuildStageTimer } from './build-checked.ts';

/** Returns the name if it is one that is released from here. @throws UsageError */
export async function requireKnownReleaseName(root: string, name: string): Promise<string> {
  const isKnown = /^mfe-[a-z0-9-]+$/.test(name) && existsSync(join(root, name, 'remote.json'));
  if (name === 'shell' || isKnown) return name;
  const { findFrontEndPackages } = await import('../build-all.ts');
  throw new UsageError(`There is no ${name}: what can be released is ${findFrontEndPackages(root).join(', ')}.`);
}

/**
 * Runs the command, and prints what visitors get afterwards.
 *
 * @throws ReleaseRejectedError, ReleaseFailedError, or an Error of the build, each with a message for the team
 */
export async function runReleaseCommand(tool: ReleaseToolDeps, command: ReleaseCommand): Promise<void> {
  const { server, print, context, cache } = tool;
  const { name, action, share, force } = command;
  const stages = new BuildStageTimer();
  const live = new LiveReleaseFetcher(server, cache);
  // First of all, because it shows whether address and token are right before anything is built.
  const listed = await server.list();
  warnOfTokenEnd(listed, print);
  if (action === 'list') {
    print([formatReleaseList(name, listed), ...(await previewLines(server, name))].join('\n'));
    return;
  }
  if (action === 'end-preview' && command.preview !== undefined) {
    await endPreview(tool, name, command.preview);
    return;
  }
  const seen = action === 'promote' || action === 'rollback' ? seenBy(command, listed) : null;
  if (action === 'rollback' || (action === 'promote' && (seen === null || seen.canary !== null))) {
    await moveAndPrint({ tool, command, stages, move: { action }, seen });
    await prerenderLiveAgain(tool, live, name);
    return;
  }
  // Imported here, so that a rollback does not wait for loading the compiler.
  const { buildAndCheckPackage } = await import('./build-checked.ts');
  const workspacePackage = await buildAndCheckPackage({ tool, live, channels: listed.channels, stages, name });
  const { release, version } = workspacePackage;
  const stored = toStoredRelease(context.store, release);
  const { isNew, bytes } = await stages.time(
    'publish',
    publishRelease(server, stored, readReleaseBuildSource(context.root, process.env)),
  );
  print(`${isNew ? 'published' : 'was published before'}: ${name} ${version}, ${formatKilobytes(bytes)} kB sent`);
  // The live releases may have changed during the build.
  const { channels } = await server.list();
  // Browsers render it: pages are kept for the release, which may go live later, with a token that may do that.
  if (command.preview !== undefined) {
    await showPreview(tool, command.preview, { release, channels, stages });
    return;
  }
  const renderFailures = await stages.time(
    'pages',
    renderAll({ tool, live, pairs: pairsWithLiveReleases(channels, release), local: stored }),
  );
  if (action === 'publish') {
    print(`No visitor is given ${name} ${version} yet (after ${stages.summary()}).`);
    print(`staff see it on the site by ${server.url}/admin/releases`);
    print(`a tenth of the visitors are given it by: ${commandLine(`release ${name}`, '--canary 10')}`);
    return;
  }
  const blank = renderFailures.filter(({ pair }) => pair.withStable);
  if (blank.length > 0 && !force) {
    const partners = blank.map(({ pair }) => partnerOf(pair, name)).join(', ');
    throw new ReleaseFailedError(
      `${name} ${version} is published, and no visitor is given it: its pages with ${partners} could not be prerendered, and would stay empty until scripts have run. With --force visitors are given it all the same.`,
    );
  }
  await moveAndPrint({
    tool,
    command,
    stages,
    move: action === 'canary' ? { action, version, share } : { action: 'stable', version },
    seen,
  });
  const route = name === 'shell' ? '/' : release.routes.find((each) => !each.includes(':'));
  if (action === 'canary') print(`watch it, and see it on the site as staff: ${server.url}/admin/releases`);
  else if (route !== undefined) print(`see it at ${server.url}${route}`);
}

/**
 * The channels that a team has seen when it requests a promotion or a rollback. Null where the team may not know that
 * its canary was ended, by the canary watch or by staff: the site then rejects the move, because a rollback would
 * change stable after the problem was solved, and a promotion would give the ended release to all visitors.
 */
function seenBy({ name, stable }: ReleaseCommand, { channels, moves }: ReleaseList): ExpectedReleaseChannels | null {
  const live = expectedChannelsOf(channels, name);
  if (stable && live.canary !== null) {
    throw new ReleaseFailedError(`The canary ${live.canary} of ${name} runs. Without --stable the command is for it.`);
  }
  const last = moves.find((each) => each.name === name);
  return live.canary === null && last?.action === 'stop' && !stable ? null : live;
}

const partnerOf = ({ shell, owner }: ShellAndReleasePair, name: string): string => {
  const partner = owner.name === name ? shell : owner;
  return `${partner.name} ${partner.version}`;
};

const pairsOfName = (channels: readonly LiveRelease[], name: string): ShellAndReleasePair[] =>
  channels.filter((each) => each.name === name).flatMap(({ release }) => pairsWithLiveReleases(channels, release));

/**
 * The release's partners may have changed since it was last live. Errors are only printed: the release is live, and
 * without prerendered pages it is slower.
 */
async function prerenderLiveAgain(tool: ReleaseToolDeps, live: LiveReleaseFetcher, name: string): Promise<void> {
  try {
    await renderAll({ tool, live, pairs: pairsOfName((await tool.server.list()).channels, name), local: null });
  } catch (error) {
    tool.print(`pages were not prerendered again: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function renderAll({
  tool: { server, context, cache, print },
  live,
  pairs,
  local,
}: {
  tool: ReleaseToolDeps;
  live: LiveReleaseFetcher;
  pairs: readonly ShellAndReleasePair[];
  local: StoredRelease | null;
}): Promise<PrerenderFailure[]> {
  const tools = { server, contract: context.contract, live, cache };
  const { pages, renderFailures, isRefused } = await prerenderReleasePairs(tools, pairs, local);
  if (pages > 0) print(`pages prerendered with what is live: ${String(pages)}`);
  if (isRefused)
    print('pages left to browsers: this token may not send prerendered ones, which needs one that may release');
  for (const { pair, reason } of renderFailures) {
    const { shell, owner } = pair;
    print(
      `${pair.withStable ? 'WARNING: ' : ''}not prerendered, left to browsers: ${owner.name} ${owner.version} in shell ${shell.version}`,
    );
    print(`  ${reason.split('\n').join('\n  ')}`);
  }
  return renderFailures;
}

async function moveAndPrint({
  tool: { server, print },
  command: { name, why },
  stages,
  move,
  seen,
}: {
  tool: ReleaseToolDeps;
  command: ReleaseCommand;
  stages: BuildStageTimer;
  move: ReleaseMoveInput;
  seen: ExpectedReleaseChannels | null;
}): Promise<void> {
  const channels = await stages.time('move', moved(server, { name, move, options: { why, seen } }));
  print(`${name}: ${formatChannels(channels)}, from each visitor's next page on`);
  print(`live after ${stages.summary()}`);
}

/** The channels after the move. @throws ReleaseFailedError with the current channels where the response was lost */
async function moved(
  server: ReleaseServerClient,
  { name, move, options }: { name: string; move: ReleaseMoveInput; options: ReleaseMoveOptions },
): Promise<ChannelState[]> {
  try {
    return await server.move(name, move, options);
  } catch (error) {
    if (error instanceof ReleaseRejectedError && error.code === 'move-stale') {
      throw new ReleaseFailedError(`${error.message}\n${staleMoveMessage(name, move)}`);
    }
    if (!(error instanceof ReleaseRejectedError) || error.status !== null) throw error;
    const { channels } = await server.list();
    const now = formatChannels(channelsOfRelease(channels, name));
    throw new ReleaseFailedError(`${error.message}\nThe move may have been made. Live now: ${name}: ${now}.`);
  }
}

/** The message for a move that another one preceded, with the command that makes it anyway. */
function staleMoveMessage(name: string, { action }: ReleaseMoveInput): string {
  const again = (flags: string) => commandLine(`release ${name}`, flags);
  return action === 'rollback'
    ? `Nothing was rolled back. ${again('--rollback --stable')} takes stable back, where no canary runs.`
    : `Nothing was promoted. ${again('--promote --stable')} gives all visitors what is built now, where no canary runs.`;
}

const channelsOfRelease = (channels: readonly LiveRelease[], name: string): ChannelState[] =>
  channels
    .filter((each) => each.name === name)
    .map(({ channel, share, release }) => ({ channel, share, version: release.version }));

function expectedChannelsOf(channels: readonly LiveRelease[], name: string): ExpectedReleaseChannels {
  const own = channelsOfRelease(channels, name);
  const versionIn = (wanted: string) => own.find(({ channel }) => channel === wanted)?.version ?? null;
  return { stable: versionIn('stable'), canary: versionIn('canary') };
}

/** `stable c41dca1075c4, canary b575105afb4e for 10 visitors in 100` */
function formatChannels(channels: readonly ChannelState[]): string {
  if (channels.length === 0) return 'no visitor is given any release';
  return channels
    .toSorted((one, other) => other.channel.localeCompare(one.channel))
    .map(({ channel, version, share }) =>
      channel === 'stable' ? `stable ${version}` : `canary ${version} for ${String(share)} visitors in 100`,
    )
    .join(', ');
}

const aDay = 86_400_000;
/** Early enough to ask an operator for the next. */
const tokenNoteDays = 14;

function warnOfTokenEnd({ token }: ReleaseList, print: ReleaseToolDeps['print']): void {
  if (token === undefined || Date.parse(token.expiresAt) - Date.now() > tokenNoteDays * aDay) return;
  print(
    `note: this RELEASE_TOKEN (${token.label}) expires ${formatUtcMinute(token.expiresAt)}: have its operator replace it`,
  );
}

const maxMoves = 10;

const verdictWords = {
  'too-few': 'not judged yet',
  'as-good': 'as good as stable',
  'too-few-networks': 'not ended yet',
  worse: 'worse than stable',
} as const;

/** How the canary of a name is judged, and why; nothing without one, or if the site does not say. */
function canaryLines(name: string, { channels, canaries }: ReleaseList): string[] {
  if (canaries === undefined || expectedChannelsOf(channels, name).canary === null) return [];
  const judged = canaries.find((each) => each.name === name);
  if (judged === undefined) return ['canary: not judged, as there is no stable release to compare it with'];
  return [`canary: ${verdictWords[judged.verdict]}. ${judged.because}`];
}

/** The live and published releases of a name, and its history, newest first. */
function formatReleaseList(name: string, list: ReleaseList): string {
  const { channels, releases, moves } = list;
  const own = releases.filter((each) => each.name === name);
  if (own.length === 0) return `${name}: nothing is published.`;
  const published = own.flatMap(({ version, publishedAt, publishedBy, channel, builtFrom }) => [
    `  ${version}  ${formatUtcMinute(publishedAt)}  by ${publishedBy}  ${channel ?? ''}`.trimEnd(),
    ...(builtFrom
      ? [`      from ${formatReleaseBuildSource(builtFrom)}${builtFrom.ciUrl === null ? '' : `  ${builtFrom.ciUrl}`}`]
      : []),
  ]);
  const made = moves
    .filter((each) => each.name === name)
    .slice(0, maxMoves)
    .map(({ action, from, to, share, at, by, why }) => {
      const what = action === 'canary' ? `canary ${String(share)} %` : action;
      return `  ${formatUtcMinute(at)}  ${what}: ${from ?? 'none'} to ${to ?? 'none'}, by ${by}${why === null ? '' : `: ${why}`}`;
    });
  return [
    `${name}: ${formatChannels(channelsOfRelease(channels, name))}`,
    ...canaryLines(name, list),
    'published:',
    ...published,
    ...(made.length > 0 ? ['moved:', ...made] : []),
  ].join('\n');
}
