import type { MadeMove } from '@ve/contracts/http/operations/admin-releases';
import { canaryWatch } from '@ve/domain/releases/canary-watch';
import { messages } from './messages.en-gb.ts';

export const packageLabel = (name: string): string => (name === 'shell' ? messages.shell : name);

const ofToken = 'token:';

/** Who published or moved a release: staff by their address, a team by the label of its token, or one of our programs. */
export function actorLabel(by: string): string {
  if (by === canaryWatch) return messages.watch;
  if (by === 'prepare') return messages.deployment;
  return by.startsWith(ofToken) ? messages.byToken(by.slice(ofToken.length)) : by;
}

/** What was done, in a line. */
export function moveLabel({ action, from, to, share }: MadeMove): string {
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
