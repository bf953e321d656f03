import type { ListedReleaseMove } from '@ve/contracts/http/operations/admin-releases';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { messages } from './messages.en-gb.ts';

export const releasePackageLabel = (name: string): string => (name === 'shell' ? messages.shell : name);

const ofToken = 'token:';

/**
 * Who published or moved a release: the address of staff, the label of a team's token, or the name of one of our
 * programs.
 */
export function releaseActorLabel(by: string): string {
  if (by === canaryWatchActor) return messages.watch;
  if (by === 'prepare') return messages.deployment;
  return by.startsWith(ofToken) ? messages.byToken(by.slice(ofToken.length)) : by;
}

/** A move as one line. */
export function releaseMoveLabel({ action, from, to, share }: ListedReleaseMove): string {
  switch (action) {
    case 'stable':
      return messages.moves.stable(from, to);
    case 'canary':
      return messages.moves.canary(to, share);
    case 'promote':
      return messages.moves.promote(from, to);
    case 'rollback':
      return messages.moves.rollback(from, to);
    case 'stop':
      return messages.moves.stop(from);
  }
}
