import { defineEntity, p } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { instant, uuidKey } from '../columns.ts';

export const outboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    /** Becomes the job's id, `outbox-<id>`: random, so that no queue kept from another database knows it already. */
    id: uuidKey(),
    jobName: p.text().$type<JobName>(),
    payload: p.json<Record<string, unknown>>(),
    delayMs: p.integer().default(0),
    dedupeId: p.text().nullable(),
    // The clock, not the start of the transaction: rows of one transaction keep their order.
    createdAt: instant().defaultRaw('clock_timestamp()').index('outbox_created_at_index'),
  },
  checks: [
    { name: 'outbox_job_name_check', expression: `job_name ~ '^[a-z-]+[.][a-z-]+$'` },
    { name: 'outbox_payload_check', expression: `jsonb_typeof(payload) = 'object'` },
    { name: 'outbox_delay_ms_check', expression: 'delay_ms >= 0' },
    { name: 'outbox_dedupe_id_check', expression: 'length(dedupe_id) >= 1 and length(dedupe_id) <= 200' },
  ],
});

/** A job that must be queued because the transaction that wrote this row was committed. */
export class OutboxMessage extends outboxMessageSchema.class {}
outboxMessageSchema.setClass(OutboxMessage);
