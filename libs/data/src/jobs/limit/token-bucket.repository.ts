import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** A limit: `capacity` tokens, refilled by one every `refillMs` (whole milliseconds). */
export interface RateLimitBucket {
  key: string;
  capacity: number;
  refillMs: number;
}

/** The bucket of an hourly limit for one subject. Its capacity is `perHour` unless `burst` is given. */
export const hourlyTokenBucket = (
  { name, perHour, burst = perHour }: { name: string; perHour: number; burst?: number },
  subject: string,
): RateLimitBucket => ({ key: `${name}:${subject}`, capacity: burst, refillMs: Math.ceil(3_600_000 / perHour) });

export type ConsumeTokenResult = { taken: true; waitMs: number } | { taken: false; retryAfterMs: number };

/** Maximum pause of a bucket; a longer one is the effect of a clock that was set back. */
export const maxPlausibleBucketPauseMs = 300_000;

/**
 * Takes `cost` tokens, shared by all processes, and returns how many milliseconds to wait before acting: 0, unless
 * tokens are reserved ahead within `maxWaitMs`. When refused, it takes nothing and returns when there would be enough.
 * Tokens are granted in the order of the calls. A clock that steps back grants nothing extra; a bucket that one set
 * back by days has left unusable grants this call and is then empty.
 * @throws RangeError for a cost above the bucket's capacity
 */
export const consumeToken = async (
  em: EntityManager,
  bucket: RateLimitBucket & { cost?: number; maxWaitMs?: number },
  now: Date,
): Promise<ConsumeTokenResult> => {
  const { key, capacity, refillMs, cost = 1, maxWaitMs = 0 } = bucket;
  if (cost > capacity) throw new RangeError(`The bucket never holds ${cost} tokens`);
  const at = now.getTime();
  const costMs = cost * refillMs;
  const emptyAt = at + capacity * refillMs;
  // A bucket is a single instant: when it is full again. Each token moves it forward by its refill, at most to where
  // the bucket is empty plus the longest wait.
  const taken = await sql<{ ms: number }>`
    insert into token_buckets as bucket (key, full_at) values (${key}, ${instant(at + costMs)})
    on conflict (key) do update
      set full_at = greatest(bucket.full_at, ${instant(at)}) + ${costMs} * interval '1 millisecond'
      where greatest(bucket.full_at, ${instant(at)}) <= ${instant(emptyAt - costMs + maxWaitMs)}
    returning ${fullAtMs} as ms
  `.execute(tables(em));
  const fullAt = taken.rows[0]?.ms;
  if (fullAt !== undefined) return { taken: true, waitMs: Math.max(0, fullAt - emptyAt) };

  const held = await sql<{ ms: number }>`
    select ${fullAtMs} as ms from token_buckets as bucket where key = ${key}
  `.execute(tables(em));
  const heldUntil = held.rows[0]?.ms ?? at;
  if (heldUntil > emptyAt + maxPlausibleBucketPauseMs) {
    // Granted, because a refusal would make the caller roll back the correction.
    const corrected = await sql`
      update token_buckets set full_at = ${instant(emptyAt)}
      where key = ${key} and full_at > ${instant(emptyAt + maxPlausibleBucketPauseMs)}
    `.execute(tables(em));
    return corrected.numAffectedRows === 1n ? { taken: true, waitMs: 0 } : consumeToken(em, bucket, now);
  }
  return { taken: false, retryAfterMs: Math.max(1, heldUntil + costMs - emptyAt) };
};

/** How long a key stays consumed, in milliseconds: as long as Stripe replays its response to an idempotency key. */
const onceMs = 86_400_000;

/** Consumes a key once in a day, so that a repeated request is counted once. False: it was consumed before. */
export const consumeOncePerDay = async (em: EntityManager, key: string, now: Date): Promise<boolean> =>
  (await consumeToken(em, { key, capacity: 1, refillMs: onceMs }, now)).taken;

/** Returns a token that was taken for an attempt that does not count. */
export const refundToken = async (em: EntityManager, { key, refillMs }: RateLimitBucket): Promise<void> => {
  await sql`
    update token_buckets set full_at = full_at - ${refillMs} * interval '1 millisecond' where key = ${key}
  `.execute(tables(em));
};

/** Empties a bucket and keeps it empty for `ms`, at most five minutes, because the vendor requested a pause. */
export const pauseTokenBucket = async (
  em: EntityManager,
  { bucket, ms }: { bucket: RateLimitBucket; ms: number },
  now: Date,
): Promise<void> => {
  const fullAt = now.getTime() + Math.min(ms, maxPlausibleBucketPauseMs) + bucket.capacity * bucket.refillMs;
  await sql`
    insert into token_buckets as bucket (key, full_at) values (${bucket.key}, ${instant(fullAt)})
    on conflict (key) do update set full_at = greatest(bucket.full_at, excluded.full_at)
  `.execute(tables(em));
};

/** Fills buckets again, after a successful attempt. */
export const refillTokenBuckets = async (em: EntityManager, keys: readonly string[]): Promise<void> => {
  await tables(em).deleteFrom('token_buckets').where('key', 'in', keys).execute();
};

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const fullAtMs = sql`(extract(epoch from bucket.full_at) * 1000)::float8`;
