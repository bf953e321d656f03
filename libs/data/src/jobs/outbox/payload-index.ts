import { type RawBuilder, sql } from 'kysely';

/** The index by which jobs are found that name somebody, at whatever depth of their payload. */
export const payloadIndex = (table: 'outbox' | 'dead_letters') => ({
  name: `${table}_payload_parts_index`,
  expression: `create index "${table}_payload_parts_index" on "${table}" using gin (jsonb_path_query_array(payload, '$.**'))`,
});

/** Whether a payload has one of these texts, at whatever depth; by the index, so written as there. */
export const payloadNames = (texts: readonly string[] | RawBuilder<string[]>): RawBuilder<boolean> =>
  sql`jsonb_path_query_array(payload, '$.**') ?| ${texts}`;
