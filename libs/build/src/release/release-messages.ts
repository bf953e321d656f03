import type { ExpectedChannels } from '@ve/contracts/release-move';
import type { ReleaseList } from '@ve/contracts/http/releases/releases';
import type { ChannelState, LiveRelease } from './release-server.ts';

export const channelsOf = (channels: readonly LiveRelease[], name: string): ChannelState[] =>
  channels
    .filter((each) => each.name === name)
    .map(({ channel, share, release }) => ({ channel, share, version: release.version }));

export function versionsOf(channels: readonly LiveRelease[], name: string): ExpectedChannels {
  const own = channelsOf(channels, name);
  const versionIn = (wanted: string) => own.find(({ channel }) => channel === wanted)?.version ?? null;
  return { stable: versionIn('stable'), canary: versionIn('canary') };
}

/** `stable c41dca1075c4, canary b575105afb4e for 10 visitors in 100` */
export function formatChannels(channels: readonly ChannelState[]): string {
  if (channels.length === 0) return 'no visitor is given any release';
  return channels
    .toSorted((one, other) => other.channel.localeCompare(one.channel))
    .map(({ channel, version, share }) =>
      channel === 'stable' ? `stable ${version}` : `canary ${version} for ${String(share)} visitors in 100`,
    )
    .join(', ');
}

const maxMoves = 10;
const minute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** The live and published releases of a name, and its history, newest first. */
export function formatReleaseList(name: string, { channels, releases, moves }: ReleaseList): string {
  const own = releases.filter((each) => each.name === name);
  if (own.length === 0) return `${name}: nothing is published.`;
  const published = own.map(({ version, publishedAt, publishedBy, channel }) =>
    `  ${version}  ${minute(publishedAt)}  by ${publishedBy}  ${channel ?? ''}`.trimEnd(),
  );
  const made = moves
    .filter((each) => each.name === name)
    .slice(0, maxMoves)
    .map(({ action, from, to, share, at, by, why }) => {
      const what = action === 'canary' ? `canary ${String(share)} %` : action;
      return `  ${minute(at)}  ${what}: ${from ?? 'none'} to ${to ?? 'none'}, by ${by}${why === null ? '' : `: ${why}`}`;
    });
  return [
    `${name}: ${formatChannels(channelsOf(channels, name))}`,
    'published:',
    ...published,
    ...(made.length > 0 ? ['moved:', ...made] : []),
  ].join('\n');
}
