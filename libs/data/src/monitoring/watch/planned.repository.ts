import type { EntityManager } from '@mikro-orm/postgresql';
import type { PlannedReminder } from '@ve/domain/monitoring/reminders/reminder';
import { tables } from '../../entities.ts';

/** The latest reminders of a member's present car that were planned, whatever became of them: none is planned again. */
export const listPlannedOf = (em: EntityManager, userId: string): Promise<PlannedReminder[]> =>
  tables(em)
    .selectFrom('reminders')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.user_id', '=', 'reminders.user_id')
        .onRef('subscriptions.registration_number', '=', 'reminders.registration_number'),
    )
    .select(['reminders.kind', 'reminders.due_on as dueOn', 'reminders.lead', 'reminders.channel'])
    .where('reminders.user_id', '=', userId)
    .orderBy('reminders.planned_at', 'desc')
    .limit(100)
    .execute();
