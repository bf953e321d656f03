import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '@ve/data/entities';

const countOf = async (em: EntityManager, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tables(em))).numAffectedRows ?? 0);

/**
 * Clears the answers to the question after a cancellation, and the tokens with which it could be answered, of
 * cancellations before `before`, up to a thousand at a time; returns how many. The cancellations are kept.
 */
export const purgeCancellationAnswers = (em: EntityManager, before: Date): Promise<number> =>
  countOf(
    em,
    sql`
      update cancellation_requests set answer = null, answer_token_hash = null where id in (
        select id from cancellation_requests
        where created_at < ${before.toISOString()} and (answer is not null or answer_token_hash is not null)
        limit 1000 for update skip locked
      )
    `,
  );

/**
 * Purges deletions requested before `before` that were never confirmed, up to a thousand at a time; returns how many.
 */
export const purgeDeletions = (em: EntityManager, before: Date): Promise<number> =>
  countOf(
    em,
    sql`
      delete from account_deletions where id in (
        select id from account_deletions
        where requested_at < ${before.toISOString()} and confirmed_at is null limit 1000 for update skip locked
      )
    `,
  );

/**
 * Purges the records of deleted accounts that were retained until `now`, up to a thousand at a time; returns how many.
 */
export const purgeRetainedRecords = (em: EntityManager, now: Date): Promise<number> =>
  countOf(
    em,
    sql`
      delete from retained_records where id in (
        select id from retained_records where kept_until <= ${now.toISOString()} limit 1000 for update skip locked
      )
    `,
  );

/** Purges the former members that were retained until `now`, up to a thousand at a time; returns how many. */
export const purgeFormerMembers = (em: EntityManager, now: Date): Promise<number> =>
  countOf(
    em,
    sql`
      delete from former_members where id in (
        select id from former_members where kept_until <= ${now.toISOString()} limit 1000 for update skip locked
      )
    `,
  );
