import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderKind, ReminderLead } from '@ve/domain/monitoring/reminders/reminder';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { tables } from '../../entities.ts';
import { findDueDates, type WatchedDueDate } from '../watch/watch.repository.ts';

/** A reminder with what is known of its car now. */
export interface StoredReminder {
  userId: string;
  registration: string;
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLead;
  /** The dates of the car of the membership, which may be another one by now. */
  dues: WatchedDueDate[];
  /** What the free sources last said; null where nobody has asked lately. */
  record: VehicleRecord | null;
}

/** A reminder by its id; null when there is none. */
export const findMailedReminder = async (em: EntityManager, id: string): Promise<StoredReminder | null> => {
  const row = await tables(em)
    .selectFrom('reminders')
    .leftJoin('vehicles', 'vehicles.registration', 'reminders.registrationNumber')
    .select([
      'reminders.userId',
      'reminders.registrationNumber as registration',
      'reminders.kind',
      'reminders.dueOn',
      'reminders.lead',
      'vehicles.record',
    ])
    .where('reminders.id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, dues: await findDueDates(em, row.userId) } : null;
};
