import type { JobName } from '@ve/contracts/jobs';
import { type RawBuilder, sql } from 'kysely';

/** The index that finds jobs which name a person at any depth of their payload. */
export const outboxPayloadIndex = (table: 'outbox' | 'dead_letters') => ({
  name: `${table}_payload_parts_index`,
  expression: `create index "${table}_payload_parts_index" on "${table}" using gin (jsonb_path_query_array(payload, '$.**'))`,
});

/** Whether a payload contains one of these texts at any depth. Written exactly as the index, which serves it. */
export const payloadContainsAnySql = (texts: readonly string[] | RawBuilder<string[]>): RawBuilder<boolean> =>
  sql`jsonb_path_query_array(payload, '$.**') ?| ${texts}`;

/** Whether a row is of this job. Ignores the correlation id, which differs between requests. */
export const matchesJobSql = (name: JobName, payload: object): RawBuilder<boolean> =>
  sql`job_name = ${name} and payload - 'correlationId' = ${JSON.stringify(payload)}::jsonb - 'correlationId'`;
