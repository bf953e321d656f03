import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderKind, ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { tables } from '../../entities.ts';
import { findDueDates, type WatchedDueDate } from '../watch/watch.repository.ts';

/** A reminder with the current data of its car. */
export interface ReminderWithCarData {
  userId: string;
  registration: string;
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLeadDays;
  /** The due dates of the membership's car, which may be another one by now. */
  dueDates: WatchedDueDate[];
  /** The free sources' latest record; null when none was read lately. */
  record: VehicleRecord | null;
}

/** Returns a reminder by its id, or null when there is none. */
export const findReminderMailData = async (em: EntityManager, id: string): Promise<ReminderWithCarData | null> => {
  const row = await tables(em)
    .selectFrom('reminders')
    .leftJoin('vehicles', 'vehicles.registration', 'reminders.registrationNumber')
    .select([
      'reminders.userId',
      'reminders.registrationNumber as registration',
      'reminders.kind',
      'reminders.dueOn',
      'reminders.leadDays as lead',
      'vehicles.record',
    ])
    .where('reminders.id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, dueDates: await findDueDates(em, row.userId) } : null;
};
