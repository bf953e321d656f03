import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, newestFirstIndexColumns, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../user/user.entity.ts';

/** An action by staff or by a command, kept as an audit trail. */
export const auditLogEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    id: uuidPrimaryKey(),
    createdAt: instantColumn(),
    /** The actor as known at the time: an e-mail address, a command, a process. */
    actor: p.text(),
    actorUser: () => foreignKey(userEntity, 'set null').nullable(),
    /** `release.published`, `role.added`. */
    action: p.text(),
    /** The name or id of the object that was changed. */
    subject: p.text().nullable(),
    details: p.json<Record<string, unknown>>().default('{}'),
  },
  indexes: [
    {
      name: 'audit_log_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'audit_log_actor_created_at_id_index',
      properties: ['actor', 'createdAt', 'id'],
      columns: [{ name: 'actor' }, ...newestFirstIndexColumns('created_at')],
    },
    {
      name: 'audit_log_action_created_at_id_index',
      properties: ['action', 'createdAt', 'id'],
      columns: [{ name: 'action' }, ...newestFirstIndexColumns('created_at')],
    },
    {
      name: 'audit_log_subject_created_at_id_index',
      properties: ['subject', 'createdAt', 'id'],
      columns: [{ name: 'subject' }, ...newestFirstIndexColumns('created_at')],
      where: 'subject is not null',
    },
    { name: 'audit_log_actor_user_id_index', properties: ['actorUser'], where: 'actor_user_id is not null' },
  ],
  checks: [
    { name: 'audit_log_actor_check', expression: `btrim(actor) <> ''` },
    { name: 'audit_log_action_check', expression: `action ~ '^[a-z-]+[.][a-z-]+$'` },
    { name: 'audit_log_details_check', expression: `jsonb_typeof(details) = 'object'` },
  ],
});
