import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderKind } from '@ve/domain/reminders/reminder';
import type { IsoDate } from '@ve/domain/report/vehicle-record';
import { tables } from '../entities.ts';

/** A reminder, as its text tells it. */
export interface TextedReminder {
  userId: string;
  registration: string;
  kind: ReminderKind;
  dueOn: IsoDate;
  late: boolean;
}

/** A reminder by its id; null when there is none. */
export const findTextedReminder = async (em: EntityManager, id: string): Promise<TextedReminder | null> => {
  const row = await tables(em)
    .selectFrom('reminders')
    .select(['user_id as userId', 'registration_number as registration', 'kind', 'due_on as dueOn', 'late'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};
