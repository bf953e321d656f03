import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FullCheckStep, FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { foreignKey, instantColumn, registrationFormatCheck, uuidPrimaryKey } from '../kernel/entity-columns.ts';
import { subscriptionEntity } from '../membership/subscription/subscription.entity.ts';
import { userEntity } from '../identity/user/user.entity.ts';

export type FullCheckStatus = 'queued' | 'running' | 'done' | 'failed';
/** An object rather than an array, so that the sources can update their own member concurrently. */
export type FullCheckSteps = Record<FullCheckStep['step'], FullCheckStep['state']>;

/** A full check that used a member's credit. */
export const fullCheckEntity = defineEntity({
  name: 'FullCheckRequest',
  tableName: 'full_checks',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'restrict'),
    subscription: () => foreignKey(subscriptionEntity, 'restrict'),
    /** The Stripe subscription whose credit was used; a later subscription does not get the credit back. */
    stripeSubscriptionId: p.text().nullable(),
    /** End of the paid period whose credit was used. */
    periodEnd: instantColumn(),
    registrationNumber: p.text(),
    status: p.text().$type<FullCheckStatus>().default('queued'),
    steps: p.json<FullCheckSteps>(),
    /** The free sources' results, as read with the check. */
    record: p.json<VehicleRecord>().nullable(),
    /** The registers' result, stored on arrival because it is paid for. */
    vdi: p.json<FullCheck['vdi']>().nullable(),
    valuation: p.json<FullCheck['valuation']>().nullable(),
    /** Look-ups started at the vendor that charges for each; counted before the call. */
    vdiLookups: p.integer().default(0),
    failure: p.text().$type<FullCheckFailure>().nullable(),
    requestedAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
    creditReturnedAt: instantColumn().nullable(),
    /** When the unavailable parts are requested again. */
    retryAt: instantColumn().nullable(),
    retryCount: p.integer().default(0),
    correlationId: p.text(),
  },
  uniques: [
    // A repeated request for the same check in the same period is the same check.
    {
      name: 'full_checks_period_unique',
      properties: ['user', 'registrationNumber', 'periodEnd'],
      where: `status <> 'failed'`,
    },
  ],
  indexes: [
    {
      name: 'full_checks_user_id_requested_at_index',
      properties: ['user', 'requestedAt'],
      columns: [{ name: 'user_id' }, { name: 'requested_at', sort: 'DESC' }],
    },
    { name: 'full_checks_live_index', properties: ['requestedAt'], where: `status in ('queued', 'running')` },
    { name: 'full_checks_ask_again_at_index', properties: ['retryAt'], where: 'retry_at is not null' },
  ],
  checks: [
    { name: 'full_checks_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'full_checks_status_check', expression: `status in ('queued', 'running', 'done', 'failed')` },
    {
      name: 'full_checks_finished_check',
      expression: `(status in ('done', 'failed')) = (finished_at is not null)`,
    },
    { name: 'full_checks_done_check', expression: `status <> 'done' or vdi is not null` },
    { name: 'full_checks_failed_check', expression: `(status = 'failed') = (failure is not null)` },
    { name: 'full_checks_credit_check', expression: `credit_returned_at is null or status = 'failed'` },
    { name: 'full_checks_steps_check', expression: `jsonb_typeof(steps) = 'object'` },
    { name: 'full_checks_record_check', expression: `jsonb_typeof(record) = 'object'` },
    { name: 'full_checks_vdi_check', expression: `jsonb_typeof(vdi) = 'object'` },
    { name: 'full_checks_valuation_check', expression: `jsonb_typeof(valuation) = 'object'` },
    { name: 'full_checks_vdi_lookups_check', expression: 'vdi_lookups >= 0' },
    { name: 'full_checks_asked_again_check', expression: 'retry_count >= 0' },
    { name: 'full_checks_correlation_id_check', expression: 'length(correlation_id) <= 64' },
  ],
});
