import { defineEntity, p } from '@mikro-orm/postgresql';
import { errorLogTypes, type ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import {
  foreignKey,
  instantColumn,
  newestFirstIndexColumns,
  trigramIndex,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** All reports of one error: its rows of `error_logs` have the same fingerprint. */
export const errorGroupEntity = defineEntity({
  name: 'ErrorGroup',
  tableName: 'error_groups',
  properties: {
    id: uuidPrimaryKey(),
    /** The fingerprint of all its reports. */
    fingerprint: p.text(),
    errorType: p.text().$type<ErrorLogEntry['error_type']>(),
    /** The message of the latest report. */
    errorMessage: p.text(),
    /** Reports since it was first seen, including those whose rows are purged. */
    occurrences: p.integer().default(1),
    firstSeen: instantColumn(),
    lastSeen: instantColumn(),
    /** The releases in which it was seen, as `mfe-report@3f2a`: the last ten, the latest first. */
    releases: p.array().columnType('text[]').defaultRaw(`'{}'`),
    solvedAt: instantColumn().nullable(),
    /** Null for the break-glass session, or an account deleted since. */
    solvedBy: () => foreignKey(userEntity, 'set null').nullable(),
    /** When it was seen again after it was solved. */
    reopenedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'error_groups_fingerprint_unique', properties: ['fingerprint'] }],
  indexes: [
    {
      name: 'error_groups_last_seen_id_index',
      properties: ['lastSeen', 'id'],
      columns: newestFirstIndexColumns('last_seen'),
    },
    {
      name: 'error_groups_open_last_seen_id_index',
      properties: ['lastSeen', 'id'],
      columns: newestFirstIndexColumns('last_seen'),
      where: 'solved_at is null',
    },
    { name: 'error_groups_solved_by_id_index', properties: ['solvedBy'], where: 'solved_by_id is not null' },
    {
      name: 'error_groups_error_message_trigram_index',
      expression: trigramIndex('error_groups', 'error_message'),
    },
  ],
  checks: [
    {
      name: 'error_groups_fingerprint_check',
      expression: 'length(fingerprint) >= 1 and length(fingerprint) <= 400',
    },
    {
      name: 'error_groups_error_type_check',
      expression: `error_type in (${errorLogTypes.map((type) => `'${type}'`).join(', ')})`,
    },
    {
      name: 'error_groups_error_message_check',
      expression: 'length(error_message) >= 1 and length(error_message) <= 1000',
    },
    { name: 'error_groups_occurrences_check', expression: 'occurrences >= 1' },
    { name: 'error_groups_first_seen_check', expression: 'first_seen <= last_seen' },
    { name: 'error_groups_releases_check', expression: 'cardinality(releases) <= 10' },
    { name: 'error_groups_solved_by_id_check', expression: 'solved_by_id is null or solved_at is not null' },
    { name: 'error_groups_reopened_at_check', expression: 'reopened_at is null or solved_at is null' },
  ],
});
