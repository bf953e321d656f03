import { defineEntity, p } from '@mikro-orm/postgresql';
import { type WatchAspect, watchAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { foreignKey, instant, registrationCheck } from '../../kernel/columns.ts';
import { userSchema } from '../../identity/user/user.entity.ts';

/** What is known of one aspect of a member's car, with which the next look is compared. */
export const monitorCheckStateSchema = defineEntity({
  name: 'MonitorCheckState',
  tableName: 'monitor_check_states',
  properties: {
    user: () => foreignKey(userSchema, 'cascade').primary(),
    aspect: p.text().$type<WatchAspect>().primary(),
    /** The car that `known` is of; of another than the membership's it is dead. */
    registrationNumber: p.text(),
    /** What the last look found, in the shape of the aspect (`domain/monitoring/alerts`); null: none has found anything yet. */
    known: p.json().nullable(),
    /** When the source was asked for `known`: an answer asked for earlier never overwrites it. */
    readAt: instant().nullable(),
    /** When the source was last asked. */
    triedAt: instant().nullable(),
    /** Why the last look learned nothing; null when it did. */
    failure: p.text().nullable(),
    /** When the next look is due; null: not before its member pays again or gives a postcode (`failure` says which), or its source changes. */
    nextCheckAt: instant().nullable(),
    /** When the look that is due was ordered; null: it was not yet. */
    orderedAt: instant().nullable(),
  },
  indexes: [
    { name: 'monitor_check_states_due_index', properties: ['aspect', 'nextCheckAt'], where: 'ordered_at is null' },
    {
      name: 'monitor_check_states_ordered_index',
      properties: ['aspect', 'orderedAt'],
      where: 'ordered_at is not null',
    },
    {
      name: 'monitor_check_states_recalled_make_index',
      expression: `create index monitor_check_states_recalled_make_index on monitor_check_states ((known #>> '{car,make}'))
        where aspect = 'recalls' and next_check_at is null`,
    },
    {
      name: 'monitor_check_states_waiting_index',
      properties: ['user', 'aspect'],
      where: `next_check_at is null and failure in ('not-member', 'in-trial', 'payment-due')`,
    },
  ],
  checks: [
    {
      name: 'monitor_check_states_aspect_check',
      expression: `aspect in (${watchAspects.map((aspect) => `'${aspect}'`).join(', ')})`,
    },
    { name: 'monitor_check_states_registration_number_check', expression: registrationCheck('registration_number') },
    {
      name: 'monitor_check_states_known_check',
      expression: `(known is null) = (read_at is null) and jsonb_typeof(known) = 'object'`,
    },
    {
      name: 'monitor_check_states_failure_check',
      expression: `failure ~ '^[a-z]+(-[a-z]+)*$' and length(failure) <= 60`,
    },
  ],
});
