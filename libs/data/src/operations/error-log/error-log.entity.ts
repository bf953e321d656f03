import { defineEntity, p } from '@mikro-orm/postgresql';
import { errorLogTypes, type ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** An error in a user's browser, with its number of occurrences. */
export const errorLogEntity = defineEntity({
  name: 'ErrorLog',
  tableName: 'error_logs',
  properties: {
    id: uuidPrimaryKey(),
    timestamp: instantColumn(),
    errorMessage: p.text(),
    errorStack: p.text().nullable(),
    userAgent: p.text(),
    url: p.text(),
    user: () => foreignKey(userEntity, 'set null').nullable(),
    sessionId: p.text().nullable(),
    errorType: p.text().$type<ErrorLogEntry['error_type']>(),
    componentName: p.text().nullable(),
    additionalData: p.json<ErrorLogEntry['additional_data']>(),
    /** Equal for occurrences of the same error. */
    fingerprint: p.text(),
    /** How often the error was reported on this row. */
    occurrences: p.integer().default(1),
    lastSeen: instantColumn(),
  },
  indexes: [
    {
      name: 'error_logs_timestamp_id_index',
      properties: ['timestamp', 'id'],
      columns: [
        { name: 'timestamp', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    {
      name: 'error_logs_fingerprint_last_seen_index',
      properties: ['fingerprint', 'lastSeen'],
      columns: [{ name: 'fingerprint' }, { name: 'last_seen', sort: 'DESC' }],
    },
    { name: 'error_logs_user_id_index', properties: ['user'], where: 'user_id is not null' },
    {
      name: 'error_logs_error_message_trigram_index',
      expression:
        'create index "error_logs_error_message_trigram_index" on "error_logs" using gin ("error_message" gin_trgm_ops)',
    },
  ],
  checks: [
    {
      name: 'error_logs_error_message_check',
      expression: 'length(error_message) >= 1 and length(error_message) <= 1000',
    },
    { name: 'error_logs_error_stack_check', expression: 'length(error_stack) <= 8000' },
    { name: 'error_logs_user_agent_check', expression: 'length(user_agent) <= 400' },
    { name: 'error_logs_url_check', expression: 'length(url) <= 400' },
    { name: 'error_logs_session_id_check', expression: 'length(session_id) <= 64' },
    {
      name: 'error_logs_error_type_check',
      expression: `error_type in (${errorLogTypes.map((type) => `'${type}'`).join(', ')})`,
    },
    { name: 'error_logs_component_name_check', expression: 'length(component_name) <= 120' },
    { name: 'error_logs_additional_data_check', expression: `jsonb_typeof(additional_data) = 'object'` },
    { name: 'error_logs_fingerprint_check', expression: 'length(fingerprint) >= 1 and length(fingerprint) <= 400' },
    { name: 'error_logs_occurrences_check', expression: 'occurrences >= 1' },
  ],
});
