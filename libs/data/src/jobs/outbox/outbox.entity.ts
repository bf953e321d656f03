import { defineEntity, p } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { outboxPayloadIndex } from './outbox-payload-index.ts';

/** A job that runs because the transaction that wrote this row committed. */
export const outboxMessageEntity = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    /**
     * Becomes the job's id, `outbox-<id>`. Random, so that a queue restored with another database cannot contain the
     * id.
     */
    id: uuidPrimaryKey(),
    jobName: p.text().$type<JobName>(),
    payload: p.json<Record<string, unknown>>(),
    /** While a row with this id exists, no second one is added. */
    dedupeId: p.text().nullable(),
    /**
     * The dedupe id that a serial job had until its first run started, so that another job can be added; the rows of
     * one key run one at a time.
     */
    serialKey: p.text().nullable(),
    /** The end of the lease of a serial job's current run; null between two runs. */
    lockedUntil: instantColumn().nullable(),
    createdAt: instantColumn(),
    /** When the job was last added to its queue. The row stays until the job has ended. */
    relayedAt: instantColumn().nullable(),
    /** Retried from the dead letters: its queue may still hold it as failed. */
    retried: p.boolean().default(false),
    /** The W3C traceparent of what wrote the row; null where nothing is traced. */
    traceparent: p.text().nullable(),
    /** Insertion order, also within a transaction. */
    position: p.bigint('string').autoincrement().generated('identity'),
  },
  uniques: [{ name: 'outbox_dedupe_id_unique', properties: ['dedupeId'], where: 'dedupe_id is not null' }],
  indexes: [
    { name: 'outbox_unrelayed_index', properties: ['position'], where: 'relayed_at is null' },
    { name: 'outbox_serial_key_index', properties: ['serialKey'], where: 'serial_key is not null' },
    { name: 'outbox_relayed_at_index', properties: ['relayedAt'], where: 'relayed_at is not null' },
    outboxPayloadIndex('outbox'),
  ],
  checks: [
    { name: 'outbox_job_name_check', expression: `job_name ~ '^[a-z-]+[.][a-z-]+$'` },
    { name: 'outbox_payload_check', expression: `jsonb_typeof(payload) = 'object'` },
    { name: 'outbox_dedupe_id_check', expression: 'length(dedupe_id) >= 1 and length(dedupe_id) <= 200' },
    { name: 'outbox_serial_key_check', expression: 'length(serial_key) >= 1 and length(serial_key) <= 200' },
    { name: 'outbox_traceparent_check', expression: `traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'` },
    { name: 'outbox_runs_until_check', expression: 'locked_until is null or serial_key is not null' },
  ],
});
