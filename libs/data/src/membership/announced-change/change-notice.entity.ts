import { defineEntity, p } from '@mikro-orm/postgresql';
import { changeNoticeDays } from '@ve/domain/membership/announced-change';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';
import { announcedChangeEntity } from './announced-change.entity.ts';

/**
 * `agreed`: the change applies; `ended`: the member did not agree, and the membership ends; `lapsed`: it had ended
 * before.
 */
const changeNoticeOutcomes = ['agreed', 'ended', 'lapsed'] as const;

export type ChangeNoticeOutcome = (typeof changeNoticeOutcomes)[number];

/** An announced change for one member: its mail names this row. */
export const changeNoticeEntity = defineEntity({
  name: 'ChangeNotice',
  tableName: 'change_notices',
  properties: {
    id: uuidPrimaryKey(),
    announcedChange: () => foreignKey(announcedChangeEntity, 'cascade'),
    user: () => foreignKey(userEntity, 'cascade'),
    stripeSubscriptionId: p.text(),
    /** What a month cost when it was announced. */
    previousPence: p.integer(),
    /** When it takes effect for this member: never sooner after the notice than promised. */
    effectiveAt: instantColumn(),
    createdAt: instantColumn(),
    /** When the mail server accepted the mail that announces it: the promised notice begins then. Null: not yet. */
    notifiedAt: instantColumn().nullable(),
    /** When it was decided; null: it is open. */
    settledAt: instantColumn().nullable(),
    outcome: p.text().$type<ChangeNoticeOutcome>().nullable(),
  },
  uniques: [
    {
      name: 'change_notices_member_unique',
      properties: ['announcedChange', 'stripeSubscriptionId'],
    },
  ],
  indexes: [
    {
      name: 'change_notices_open_index',
      properties: ['stripeSubscriptionId', 'effectiveAt'],
      where: 'settled_at is null',
    },
    { name: 'change_notices_user_id_index', properties: ['user'] },
  ],
  checks: [
    { name: 'change_notices_previous_pence_check', expression: 'previous_pence > 0' },
    {
      name: 'change_notices_effective_at_check',
      expression: `effective_at >= notified_at + '${changeNoticeDays * 24}:00:00'::interval`,
    },
    {
      name: 'change_notices_outcome_check',
      expression: `outcome in (${changeNoticeOutcomes.map((outcome) => `'${outcome}'`).join(', ')}) and (outcome is null) = (settled_at is null)`,
    },
  ],
});
