import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, newestFirstIndexColumns, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A webhook event, stored once regardless of how often it is delivered. */
export const stripeEventEntity = defineEntity({
  name: 'StripeEvent',
  tableName: 'stripe_events',
  properties: {
    id: uuidPrimaryKey(),
    stripeEventId: p.text().unique('stripe_events_stripe_event_id_unique'),
    type: p.text(),
    /** The event's object; its content is always read from Stripe. */
    objectId: p.text().nullable(),
    /** When Stripe created it. */
    createdAt: instantColumn(),
    receivedAt: instantColumn(),
    processedAt: instantColumn().nullable(),
    /** When an event that staff had processed again first took effect: a decline counts once. */
    firstProcessedAt: instantColumn().nullable(),
    /** The error of the last attempt, without personal data, until it is processed. */
    failure: p.text().nullable(),
  },
  indexes: [
    { name: 'stripe_events_object_id_index', properties: ['objectId'], where: 'object_id is not null' },
    {
      name: 'stripe_events_received_at_id_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirstIndexColumns('received_at'),
    },
    {
      name: 'stripe_events_type_received_at_id_index',
      properties: ['type', 'receivedAt', 'id'],
      columns: [{ name: 'type' }, ...newestFirstIndexColumns('received_at')],
    },
    {
      name: 'stripe_events_unprocessed_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirstIndexColumns('received_at'),
      where: 'processed_at is null',
    },
  ],
  checks: [
    {
      name: 'stripe_events_stripe_event_id_check',
      expression: 'length(stripe_event_id) >= 1 and length(stripe_event_id) <= 255',
    },
    { name: 'stripe_events_type_check', expression: `type ~ '^[a-z0-9_.]{1,120}$'` },
    { name: 'stripe_events_object_id_check', expression: 'length(object_id) >= 1 and length(object_id) <= 255' },
    {
      name: 'stripe_events_failure_check',
      expression: 'failure is null or (processed_at is null and length(failure) >= 1 and length(failure) <= 300)',
    },
  ],
});
