import { defineEntity, p } from '@mikro-orm/postgresql';
import { type MonitorAspect, monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { foreignKey, instantColumn, registrationFormatCheck } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** The stored result for one aspect of a member's car, with which the next monitor check is compared. */
export const monitorCheckStateEntity = defineEntity({
  name: 'MonitorCheckState',
  tableName: 'monitor_check_states',
  properties: {
    user: () => foreignKey(userEntity, 'cascade').primary(),
    aspect: p.text().$type<MonitorAspect>().primary(),
    /** The car of `known`; the row is obsolete when the membership has another car. */
    registrationNumber: p.text(),
    /**
     * The last check result, in the shape of the aspect (`domain/monitoring/alerts`); null: no monitor check has found
     * anything yet.
     */
    lastResult: p.json().nullable(),
    /** When the source was requested for `known`: the result of an earlier request never overwrites it. */
    lastResultRequestedAt: instantColumn().nullable(),
    /** When the source was last requested. */
    attemptedAt: instantColumn().nullable(),
    /** Why the last monitor check had no result; null when it had one. */
    failure: p.text().nullable(),
    /**
     * When the next monitor check is due; null: suspended until the member pays again or gives a postcode (`failure`
     * says which), or its source changes.
     */
    nextCheckAt: instantColumn().nullable(),
    /** When the due monitor check was queued; null: it was not yet. */
    queuedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'monitor_check_states_due_index', properties: ['aspect', 'nextCheckAt'], where: 'queued_at is null' },
    {
      name: 'monitor_check_states_queued_index',
      properties: ['aspect', 'queuedAt'],
      where: 'queued_at is not null',
    },
    {
      name: 'monitor_check_states_recalled_make_index',
      expression: `create index monitor_check_states_recalled_make_index on monitor_check_states ((last_result #>> '{car,make}'))
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
      expression: `aspect in (${monitorAspects.map((aspect) => `'${aspect}'`).join(', ')})`,
    },
    {
      name: 'monitor_check_states_registration_number_check',
      expression: registrationFormatCheck('registration_number'),
    },
    {
      name: 'monitor_check_states_last_result_check',
      expression: `(last_result is null) = (last_result_requested_at is null) and jsonb_typeof(last_result) = 'object'`,
    },
    {
      name: 'monitor_check_states_failure_check',
      expression: `failure ~ '^[a-z]+(-[a-z]+)*$' and length(failure) <= 60`,
    },
  ],
});
