import type { Actor } from '@ve/data/context';
import type { LiveFetches } from '@ve/data/vehicle-fetch/live-fetches.repository';

/** How many fetches may be live at once: queued or under way. */
export interface FetchDepth {
  /** What the slowest vendor serves within the promised time. */
  all: number;
  /** Where visitors end, so that a flood of them leaves room for customers. */
  visitors: number;
  /** The share of one client, or of one customer. */
  one: number;
}

/** The depths for a rate of the slowest vendor and the time in which an answer is promised. */
export const fetchDepthOf = (perSecond: number, promisedSeconds: number): FetchDepth => {
  const all = Math.max(1, Math.floor(perSecond * promisedSeconds));
  return { all, visitors: Math.max(1, Math.floor(all * 0.8)), one: Math.max(1, Math.floor(all * 0.1)) };
};

/** Why a new fetch is not taken, or null when it is: `share` for who has their share live, `busy` for everybody else. */
export const refusalOf = (depth: FetchDepth, actor: Actor, live: LiveFetches): 'share' | 'busy' | null => {
  if (live.own >= depth.one) return 'share';
  return live.all >= (actor.kind === 'visitor' ? depth.visitors : depth.all) ? 'busy' : null;
};

/** Whose fetches count together: a customer's by the account, wherever it is signed in; a visitor's by the client. */
export const askerOf = (actor: Actor, client: string | undefined): string =>
  actor.kind === 'customer' || actor.kind === 'staff' ? `user ${actor.userId}` : (client ?? 'unknown');
