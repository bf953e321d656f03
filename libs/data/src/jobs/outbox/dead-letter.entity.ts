import { defineEntity, p } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { instantColumn } from '../../kernel/entity-columns.ts';
import { outboxPayloadIndex } from './outbox-payload-index.ts';

/** A dead letter: a job that failed permanently, moved here from the outbox until staff retries it or it is purged. */
export const deadLetterEntity = defineEntity({
  name: 'DeadLetter',
  tableName: 'dead_letters',
  properties: {
    /** The id of its outbox row, which it gets again when it is retried. */
    id: p.uuid().primary(),
    jobName: p.text().$type<JobName>(),
    payload: p.json<Record<string, unknown>>(),
    /** The dedupe id in the outbox, where it applies again when the job is retried. */
    dedupeId: p.text().nullable(),
    /** The error of the last attempt, without personal data. */
    lastError: p.text(),
    /** When it was written into the outbox. */
    enqueuedAt: instantColumn(),
    failedAt: instantColumn(),
    /** When staff dismissed it. */
    dismissedAt: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'dead_letters_failed_at_id_index',
      properties: ['failedAt', 'id'],
      columns: [
        { name: 'failed_at', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    outboxPayloadIndex('dead_letters'),
  ],
  checks: [
    { name: 'dead_letters_job_name_check', expression: `job_name ~ '^[a-z-]+[.][a-z-]+$'` },
    { name: 'dead_letters_payload_check', expression: `jsonb_typeof(payload) = 'object'` },
    { name: 'dead_letters_dedupe_id_check', expression: 'length(dedupe_id) >= 1 and length(dedupe_id) <= 200' },
    { name: 'dead_letters_last_error_check', expression: 'length(last_error) <= 300' },
  ],
});
