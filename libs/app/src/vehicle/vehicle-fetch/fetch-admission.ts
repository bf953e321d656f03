import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, Context } from '@ve/data/kernel/context';
import {
  countUnfinishedVehicleFetches,
  type UnfinishedVehicleFetchCounts,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import PQueue from 'p-queue';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

/** Maximum live fetches (queued or running). */
export interface UnfinishedVehicleFetchLimits {
  /** The total: what the slowest vendor serves within the promised time. */
  all: number;
  /** The limit for visitors, so that a flood of them leaves capacity for customers. */
  visitors: number;
  /** The limit per client or customer. */
  one: number;
}

/** The limits for the slowest vendor's rate and the promised response time. */
export const unfinishedVehicleFetchLimitsOf = (
  perSecond: number,
  promisedSeconds: number,
): UnfinishedVehicleFetchLimits => {
  const all = Math.max(1, Math.floor(perSecond * promisedSeconds));
  return { all, visitors: Math.max(1, Math.floor(all * 0.8)), one: Math.max(1, Math.floor(all * 0.1)) };
};

/** Why a new fetch is refused, or null if admitted: `share` when the requester's own limit is reached, else `busy`. */
export const vehicleFetchRefusalOf = (
  depth: UnfinishedVehicleFetchLimits,
  actor: Actor,
  live: UnfinishedVehicleFetchCounts,
): 'share' | 'busy' | null => {
  if (live.own >= depth.one) return 'share';
  return live.all >= (actor.kind === 'visitor' ? depth.visitors : depth.all) ? 'busy' : null;
};

/** The key that fetches are counted by: a customer's account, or a visitor's client address. */
export const fetchRequesterLimitKey = (actor: Actor, client: string | undefined): string =>
  actor.kind === 'customer' || actor.kind === 'staff' ? `user ${actor.userId}` : (client ?? 'unknown');

/** The same as in the text of both refusals. */
const retryAfterSeconds = 60;
/** Maximum connections of this process that wait for the admission lock: the others are for reads. */
const admittedAtOnce = 3;
/** Maximum requests waiting for one of those, so that a flood is refused instead of queued. */
const maxPending = 40;

/** Too many fetches: of one client, or of all. */
export const vehicleFetchRefusalReasons = ['share', 'busy'] as const;

export interface VehicleFetchRefusal {
  reason: (typeof vehicleFetchRefusalReasons)[number];
  actor: Actor['kind'];
  /** The live fetches that the limit counts. */
  live: number;
}

export interface VehicleFetchAdmissionDeps {
  depth: UnfinishedVehicleFetchLimits;
  addresses: ClientAddressHasher;
  /** Counts and logs a refusal. */
  onRefused: (refusal: VehicleFetchRefusal) => void;
}

/** Admits as many new fetches as can be served in the promised time, and refuses the others immediately. */
export class VehicleFetchAdmission {
  /** Pending admissions by requester. */
  readonly #pending = new Map<string, number>();
  readonly #queue = new PQueue({ concurrency: admittedAtOnce });

  constructor(private readonly deps: VehicleFetchAdmissionDeps) {}

  /** The key that the requester's fetches are stored and counted under. */
  nameOf({ actor, client }: Context): Promise<string> {
    return this.deps.addresses.nameOf(fetchRequesterLimitKey(actor, client));
  }

  /**
   * Runs `act`, which checks the capacity in the database, with limited concurrency in this process. Refuses without a
   * query when too many are waiting, in total or of this requester.
   * @throws ProblemError as `check`
   */
  async withSlot<T>(context: Context, act: () => Promise<T>): Promise<T> {
    const { actor, client } = context;
    const requester = fetchRequesterLimitKey(actor, client);
    const own = this.#pending.get(requester) ?? 0;
    if (own >= this.deps.depth.one) this.#refuse('share', actor, own);
    const all = this.#queue.pending + this.#queue.size;
    if (actor.kind === 'visitor' && all >= maxPending) this.#refuse('busy', actor, all);
    this.#pending.set(requester, own + 1);
    try {
      return await this.#queue.add(act);
    } finally {
      const left = (this.#pending.get(requester) ?? 1) - 1;
      if (left > 0) this.#pending.set(requester, left);
      else this.#pending.delete(requester);
    }
  }

  /**
   * Checks the capacity for one more fetch. Exact while holding the admission lock; without it, a first check that does
   * not wait, which sheds a flood.
   * @throws ProblemError `too-many-requests` when the requester's own limit is reached, `busy` when there is no
   * capacity
   */
  async check(em: EntityManager, { actor }: Context, requesterHash: string): Promise<void> {
    const live = await countUnfinishedVehicleFetches(em, requesterHash);
    const refusal = vehicleFetchRefusalOf(this.deps.depth, actor, live);
    if (refusal !== null) this.#refuse(refusal, actor, live.all);
  }

  #refuse(reason: VehicleFetchRefusal['reason'], { kind: actor }: Actor, live: number): never {
    this.deps.onRefused({ reason, actor, live });
    throw reason === 'busy'
      ? new ProblemError('busy', { retryAfterSeconds })
      : new ProblemError('too-many-requests', {
          retryAfterSeconds,
          detail: 'As many vehicles as we check at once for one visitor are being checked already.',
        });
  }
}
