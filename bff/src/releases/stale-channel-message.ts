import type { ChannelState, ReleaseMoveRow } from '@ve/data/releases/registry/release-move.repository';

/** The message for a caller with outdated channels: the last move, and the releases that visitors are served now. */
export function staleChannelMessage(
  name: string,
  { channels, last }: { channels: readonly ChannelState[]; last: ReleaseMoveRow | null },
): string {
  const given = channels.map(({ channel, version, share }) =>
    channel === 'canary' ? `canary ${version} (${String(share)} in 100)` : `stable ${version}`,
  );
  return [
    ...(last === null ? [] : [lastMoveText(last)]),
    `Visitors are given of ${name} now: ${given.length === 0 ? 'nothing' : given.join(', ')}.`,
  ].join('\n');
}

function lastMoveText({ action, from, to, share, createdAt: at, createdBy: by, reason: why }: ReleaseMoveRow): string {
  const what = {
    stable: `${String(to)} was given to all visitors`,
    canary: `${String(to)} was given to ${String(share)} visitors in 100`,
    promote: `The canary ${String(to)} was given to all visitors`,
    rollback: `Stable was taken back from ${String(from)} to ${String(to)}`,
    stop: `The canary ${String(from)} was taken back`,
  }[action];
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  return `${what} at ${when} UTC by ${by}${why === null ? '' : ` (${why})`}.`;
}
