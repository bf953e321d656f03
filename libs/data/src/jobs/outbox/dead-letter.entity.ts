import { defineEntity, p } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { instant } from '../../kernel/columns.ts';
import { payloadIndex } from './payload-index.ts';

/** A job that failed for good: moved here from the outbox, until staff retries it or its time is over. */
export const deadLetterSchema = defineEntity({
  name: 'DeadLetter',
  tableName: 'given_up_jobs',
  properties: {
    /** The id of its row of the outbox, and again when it is retried. */
    id: p.uuid().primary(),
    jobName: p.text().$type<JobName>(),
    payload: p.json<Record<string, unknown>>(),
    /** As in the outbox, where it counts again when the job is retried. */
    dedupeId: p.text().nullable(),
    /** The error of its last attempt, without what may identify a person. */
    why: p.text(),
    /** When it was written into the outbox. */
    orderedAt: instant(),
    givenUpAt: instant(),
    /** Staff has looked at it and leaves it. */
    seenAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'given_up_jobs_given_up_at_id_index',
      properties: ['givenUpAt', 'id'],
      columns: [
        { name: 'given_up_at', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    payloadIndex('given_up_jobs'),
  ],
  checks: [
    { name: 'given_up_jobs_job_name_check', expression: `job_name ~ '^[a-z-]+[.][a-z-]+$'` },
    { name: 'given_up_jobs_payload_check', expression: `jsonb_typeof(payload) = 'object'` },
    { name: 'given_up_jobs_dedupe_id_check', expression: 'length(dedupe_id) >= 1 and length(dedupe_id) <= 200' },
    { name: 'given_up_jobs_why_check', expression: 'length(why) <= 300' },
  ],
});
