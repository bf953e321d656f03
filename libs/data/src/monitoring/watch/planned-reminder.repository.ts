import type { EntityManager } from '@mikro-orm/postgresql';
import type { PlannedReminder } from '@ve/domain/monitoring/reminders/reminder';
import { tables } from '../../entities.ts';

/** The latest planned reminders of a member's current car, with any outcome: none is planned again. */
export const listPlannedReminders = (em: EntityManager, userId: string): Promise<PlannedReminder[]> =>
  tables(em)
    .selectFrom('reminders')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.userId', '=', 'reminders.userId')
        .onRef('subscriptions.registrationNumber', '=', 'reminders.registrationNumber'),
    )
    .select(['reminders.kind', 'reminders.dueOn', 'reminders.leadDays as lead', 'reminders.channel'])
    .where('reminders.userId', '=', userId)
    .orderBy('reminders.plannedAt', 'desc')
    .limit(100)
    .execute();
