import type { Actor } from '@ve/data/kernel/context';
import type { LiveFetches } from '@ve/data/vehicle/vehicle-fetch/live-fetches.repository';

/** Maximum live fetches (queued or running). */
export interface LiveFetchLimits {
  /** The total: what the slowest vendor serves within the promised time. */
  all: number;
  /** The limit for visitors, so that a flood of them leaves capacity for customers. */
  visitors: number;
  /** The limit per client or customer. */
  one: number;
}

/** The limits for the slowest vendor's rate and the promised response time. */
export const liveFetchLimitsOf = (perSecond: number, promisedSeconds: number): LiveFetchLimits => {
  const all = Math.max(1, Math.floor(perSecond * promisedSeconds));
  return { all, visitors: Math.max(1, Math.floor(all * 0.8)), one: Math.max(1, Math.floor(all * 0.1)) };
};

/** Why a new fetch is refused, or null if admitted: `share` when the requester's own limit is reached, else `busy`. */
export const refusalOf = (depth: LiveFetchLimits, actor: Actor, live: LiveFetches): 'share' | 'busy' | null => {
  if (live.own >= depth.one) return 'share';
  return live.all >= (actor.kind === 'visitor' ? depth.visitors : depth.all) ? 'busy' : null;
};

/** The key that fetches are counted by: a customer's account, or a visitor's client address. */
export const fetchRequesterKey = (actor: Actor, client: string | undefined): string =>
  actor.kind === 'customer' || actor.kind === 'staff' ? `user ${actor.userId}` : (client ?? 'unknown');
