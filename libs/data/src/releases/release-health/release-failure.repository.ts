import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { ReleaseFailureKind } from './release-failure.entity.ts';

export interface NewReleaseFailure {
  name: string;
  version: string;
  /** Keyed hash of the id in the channel cookie. */
  visitorHash: string;
  kind: ReleaseFailureKind;
  /** Keyed hash of the visitor's network. */
  networkHash: string;
}

/** Records that a release failed for a visitor. Of failures of the same kind on one day the last is kept. */
export const addReleaseFailure = async (
  em: EntityManager,
  { name, version, visitorHash, kind, networkHash }: NewReleaseFailure,
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('release_failures')
    .values({
      name,
      version,
      visitorHash,
      kind,
      day: londonDate(now),
      networkHash,
      occurredAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'visitorHash', 'kind', 'day'])
        .doUpdateSet({ networkHash: sql`excluded.network_hash`, occurredAt: sql`excluded.occurred_at` }),
    )
    .execute();
};

/** The visitors with failures of a release, each counted once. */
export interface ReleaseFailureCounts {
  visitors: number;
  networks: number;
  /** Visitors by kind. */
  kinds: Record<ReleaseFailureKind, number>;
}

/** Counts the failures of a release since an instant. */
export const countReleaseFailures = async (
  em: EntityManager,
  { name, version }: { name: string; version: string },
  since: Date,
): Promise<ReleaseFailureCounts> => {
  const { rows } = await sql<{ visitors: number; networks: number; errors: number; failedLoads: number }>`
    select count(distinct visitor_hash)::integer as visitors, count(distinct network_hash)::integer as networks,
      count(distinct visitor_hash) filter (where kind = 'error')::integer as errors,
      count(distinct visitor_hash) filter (where kind = 'failed-load')::integer as "failedLoads"
    from release_failures where name = ${name} and version = ${version} and occurred_at >= ${since.toISOString()}
  `.execute(tables(em));
  const { visitors = 0, networks = 0, errors = 0, failedLoads = 0 } = rows[0] ?? {};
  return { visitors, networks, kinds: { error: errors, 'failed-load': failedLoads } };
};
