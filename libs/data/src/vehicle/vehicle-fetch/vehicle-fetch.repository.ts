import type { EntityManager } from '@mikro-orm/postgresql';
import type { VehicleFetchStep } from '@ve/contracts/http/vehicle/vehicle-data';
import { vehicleFetchTimeLimits, vehicleNotFoundCacheMs } from '@ve/domain/vehicle/record/fetch-time-limits';
import type { AnsweredRecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { sql, type Selectable } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { type Tables, tables } from '../../entities.ts';
import type {
  VehicleFetchOutcome,
  VehicleFetchSections,
  VehicleFetchStatus,
  VehicleFetchSteps,
} from './vehicle-fetch.entity.ts';

/** Postgres channel notified on every change of a fetch; the payload is its id. */
export const vehicleFetchNotifyChannel = 've_vehicle_fetch';

export interface VehicleFetchRow {
  id: string;
  registration: string;
  status: VehicleFetchStatus;
  outcome: VehicleFetchOutcome | null;
  steps: VehicleFetchStep[];
  /** The sections received so far; emptied at the end, when the record is stored. */
  sections: VehicleFetchSections;
  requestedAt: Date;
  finishedAt: Date | null;
  correlationId: string;
}

const live: VehicleFetchStatus[] = ['queued', 'running'];

const allWaiting: VehicleFetchSteps = { DVLA: 'waiting', DVSA: 'waiting', UKVD: 'waiting' };

/** The section of the record that each source fills. */
const sectionNames = { DVLA: 'licensing', DVSA: 'testing', UKVD: 'specification' } as const satisfies Record<
  VehicleFetchStep['source'],
  keyof VehicleFetchSections
>;

const isRetrying = sql<VehicleFetchSteps>`(
  select jsonb_object_agg(source, case when sections -> name ->> 'state' in ('found', 'not-held') then 'answered' else 'asking' end)
  from (values ('DVLA', 'licensing'), ('DVSA', 'testing'), ('UKVD', 'specification')) as source_names (source, name)
)`;

const keptSections = sql<VehicleFetchSections>`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(sections) where value ->> 'state' <> 'unavailable'
)`;

/**
 * Inserts a fetch of a registration and returns it; null when there is a live one already. `requesterHash` is kept
 * until it has ended.
 */
export const insertVehicleFetch = async (
  em: EntityManager,
  request: { registration: string; correlationId: string; now: Date; requesterHash?: string },
): Promise<VehicleFetchRow | null> => {
  const row = await tables(em)
    .insertInto('vehicle_fetches')
    .values({
      registration: request.registration,
      correlationId: request.correlationId,
      requestedAt: request.now,
      steps: allWaiting,
      requesterHash: request.requesterHash ?? null,
    })
    .onConflict((conflict) => conflict.column('registration').where('status', 'in', live).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await notifyChanged(em, row.id);
  return toRow(row);
};

/** Returns the live fetch of a registration, or null. */
export const findUnfinishedVehicleFetch = async (
  em: EntityManager,
  registration: string,
): Promise<VehicleFetchRow | null> => {
  const row = await tables(em)
    .selectFrom('vehicle_fetches')
    .selectAll()
    .where('registration', '=', registration)
    .where('status', 'in', live)
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Returns the fetch with this id, or null. */
export const findVehicleFetch = async (em: EntityManager, id: string): Promise<VehicleFetchRow | null> => {
  const row = await tables(em).selectFrom('vehicle_fetches').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
};

/**
 * Returns the last finished fetch of a registration if it ended as not found less than a minute before `now`, else
 * null: a negative cache of the sources' responses.
 */
export const findRecentNotFoundVehicleFetch = async (
  em: EntityManager,
  registration: string,
  now: Date,
): Promise<VehicleFetchRow | null> => {
  const row = await tables(em)
    .selectFrom('vehicle_fetches')
    .selectAll()
    .where('registration', '=', registration)
    .where('status', '=', 'done')
    .where('finishedAt', '>', new Date(now.getTime() - vehicleNotFoundCacheMs))
    // This column is indexed.
    .where('requestedAt', '>', new Date(now.getTime() - vehicleNotFoundCacheMs - vehicleFetchTimeLimits.maxDurationMs))
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.outcome === 'not-found' ? toRow(row) : null;
};

/**
 * Marks a fetch as running and returns it; null when the id is unknown or it is already done. Every source is being
 * requested, except those that responded to an earlier, interrupted run: their sections are kept.
 */
export const startVehicleFetch = async (em: EntityManager, id: string): Promise<VehicleFetchRow | null> => {
  const row = await tables(em)
    .updateTable('vehicle_fetches')
    .set({ status: 'running', steps: isRetrying, sections: keptSections })
    .where('id', '=', id)
    .where('status', 'in', live)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await notifyChanged(em, id);
  return toRow(row);
};

/**
 * Stores a source's response in a running fetch, with its step; sources may be recorded concurrently. An existing
 * response is kept, unless the source was unavailable.
 */
export const recordVehicleFetchAnswer = async (
  em: EntityManager,
  id: string,
  section: AnsweredRecordSection,
): Promise<void> => {
  const { source, state } = section;
  const name = sectionNames[source];
  await sql`
    with changed as (
      update vehicle_fetches set
        steps = steps || jsonb_build_object(${source}::text, ${state === 'unavailable' ? state : 'answered'}::text),
        sections = sections || jsonb_build_object(${name}::text, ${JSON.stringify(section)}::jsonb)
      where id = ${id} and status = 'running'
        and coalesce(sections -> ${name}::text ->> 'state', 'unavailable') = 'unavailable'
      returning id
    )
    select pg_notify(${vehicleFetchNotifyChannel}, id::text) from changed
  `.execute(tables(em));
};

/** Ends a fetch; returns whether this call ended it. */
export const endVehicleFetch = async (
  em: EntityManager,
  id: string,
  { outcome, now }: { outcome: VehicleFetchOutcome; now: Date },
): Promise<boolean> => {
  const ended = await sql<{ id: string }>`
    with ended as (
      update vehicle_fetches set status = 'done', outcome = ${outcome}, finished_at = ${now.toISOString()},
        requester_hash = null, sections = '{}'
      where id = ${id} and status <> 'done'
      returning id
    )
    select id, pg_notify(${vehicleFetchNotifyChannel}, id::text) from ended
  `.execute(tables(em));
  return ended.rows.length === 1;
};

/** Fetches requested before `before`, or by a clock since set back, that are still not done; a hundred at most. */
export const findStuckVehicleFetches = async (
  em: EntityManager,
  { before, now }: { before: Date; now: Date },
): Promise<VehicleFetchRow[]> => {
  const rows = await tables(em)
    .selectFrom('vehicle_fetches')
    .selectAll()
    .where('status', 'in', live)
    .where((fetch) =>
      fetch.or([fetch('requestedAt', '<', before), fetch('requestedAt', '>', latestPlausibleInstant(now))]),
    )
    .limit(100)
    .execute();
  return rows.map(toRow);
};

const notifyChanged = async (em: EntityManager, id: string): Promise<void> => {
  await sql`select pg_notify(${vehicleFetchNotifyChannel}, ${id})`.execute(tables(em));
};

const toRow = (stored: Selectable<Tables['vehicle_fetches']>): VehicleFetchRow => ({
  id: stored.id,
  registration: stored.registration,
  status: stored.status,
  outcome: stored.outcome,
  steps: (['DVLA', 'DVSA', 'UKVD'] as const).map((source) => ({ source, state: stored.steps[source] })),
  sections: stored.sections,
  requestedAt: stored.requestedAt,
  finishedAt: stored.finishedAt,
  correlationId: stored.correlationId,
});

/** Fetches that are queued or running, in total and of one requester. */
export interface UnfinishedVehicleFetchCounts {
  all: number;
  own: number;
}

/** Counts the live fetches; `requesterHash` is the requester's key, as stored with the fetches. */
export const countUnfinishedVehicleFetches = async (
  em: EntityManager,
  requesterHash: string,
): Promise<UnfinishedVehicleFetchCounts> => {
  const counted = await sql<UnfinishedVehicleFetchCounts>`
    select count(*)::int as all, (count(*) filter (where requester_hash = ${requesterHash}))::int as own
    from vehicle_fetches where status in ('queued', 'running')
  `.execute(tables(em));
  return counted.rows[0] ?? { all: 0, own: 0 };
};

/** Serialises transactions that admit new fetches, until the caller's ends: each sees the rows of the one before. */
export const lockVehicleFetchAdmission = async (em: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle-fetch admission', 0))`.execute(tables(em));
};
