import type { EntityManager } from '@mikro-orm/postgresql';
import { monitorCheckHoursStart, monitorCheckSpreadHours } from '@ve/domain/monitoring/alerts/next-check';
import { matchesCampaignModel } from '@ve/domain/vehicle/recall/make-and-model';
import { recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { ChangedCampaignModel } from '../../vehicle/places/recall-campaign.repository.ts';

/** A monitor check that waits for DVSA's list, or for its car, to change. */
const isWaiting = sql`state.aspect = 'recalls' and state.next_check_at is null`;

/**
 * A member's hour of today or tomorrow, by the rule of `domain/monitoring/alerts/next-check`; now when it has passed.
 */
const hourOf = (now: Date): RawBuilder<Date> => sql<Date>`
  greatest(${now.toISOString()}::timestamptz, ${monitorCheckHoursStart(now).toISOString()}::timestamptz
    + ('x' || left(state.user_id::text, 8))::bit(32)::bigint / 4294967296.0 * ${monitorCheckSpreadHours}::float8 * interval '1 hour')
`;

/**
 * Makes the recall checks due of the members whose ids `due` returns. Locks them in that order, so that two resumes of
 * the same checks never deadlock.
 */
const resumeChecksInLockOrder = (due: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  with due as (${due} order by state.user_id for update of state)
  update monitor_check_states state set next_check_at = ${hourOf(now)} from due
  where state.user_id = due.user_id and state.aspect = 'recalls'
`;

/**
 * Makes the recall checks due that a newly read list affects, in the transaction that stored it: those of cars of makes
 * and models with other campaigns than before. All others keep waiting.
 */
export const resumeRecallChecksOfModels = async (
  em: EntityManager,
  changed: readonly ChangedCampaignModel[],
  now: Date,
): Promise<void> => {
  const makes = [...new Set(changed.map(({ make }) => make))];
  const watched = await sql<{ make: string; models: string[] }>`
    select distinct state.last_result #>> '{car,make}' as make, state.last_result #> '{car,models}' as models
    from monitor_check_states state where ${isWaiting} and state.last_result #>> '{car,make}' = any (${makes}::text[])
  `.execute(tables(em));
  const cars = watched.rows.filter(({ make, models }) =>
    changed.some((each) => each.make === make && models.some((model) => matchesCampaignModel(each.model, model))),
  );
  const due = sql`
    select state.user_id from monitor_check_states state
    join jsonb_to_recordset(${JSON.stringify(cars)}::jsonb) as car (make text, models jsonb)
      on state.last_result #>> '{car,make}' = car.make and state.last_result #> '{car,models}' = car.models
    where ${isWaiting}
  `;
  await resumeChecksInLockOrder(due, now).execute(tables(em));
};

/** The versions with which a car was matched: when the list last changed, and when the car's record was read. */
export interface RecallMatchVersions {
  listChangedAt: Date | null;
  fetchedAt: Date;
}

/**
 * Whether list and record are still those with which a car was matched. Neither changes until the caller's transaction
 * ends: a later change finds the monitor check waiting, and resumes it.
 */
export const isRecallMatchCurrent = async (
  em: EntityManager,
  registration: string,
  { listChangedAt, fetchedAt }: RecallMatchVersions,
): Promise<boolean> => {
  const list = await tables(em)
    .selectFrom('file_imports')
    .select('sourceChangedAt')
    .where('name', '=', 'recalls')
    .forKeyShare()
    .executeTakeFirst();
  const record = await tables(em)
    .selectFrom('vehicles')
    .select('fetchedAt')
    .where('registration', '=', registration)
    .forShare()
    .executeTakeFirst();
  const isSameList = (list?.sourceChangedAt?.getTime() ?? null) === (listChangedAt?.getTime() ?? null);
  return isSameList && record?.fetchedAt.getTime() === fetchedAt.getTime();
};

/**
 * Makes the recall checks due of all members who watch a car that is matched differently, or can be matched now, by the
 * record that was just stored; in the caller's transaction.
 */
export const resumeRecallChecksOfVehicle = async (
  em: EntityManager,
  record: VehicleRecord,
  now: Date,
): Promise<void> => {
  const car = recallMatchCarOf(record);
  if (car === null) return;
  const due = sql`
    select state.user_id from monitor_check_states state
    join watch_due_dates watched on watched.user_id = state.user_id and watched.registration_number = state.registration_number
    where watched.registration_number = ${record.registration} and watched.kind = 'tax' and state.aspect = 'recalls' and (
      state.failure = 'car-not-known'
      or (state.next_check_at is null and state.failure is null
        and state.last_result -> 'car' is distinct from ${JSON.stringify(car)}::jsonb)
    )
  `;
  await resumeChecksInLockOrder(due, now).execute(tables(em));
};
