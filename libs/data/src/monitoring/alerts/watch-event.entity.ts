import { defineEntity, p } from '@mikro-orm/postgresql';
import { type AlertFacts, type AlertKind, alertKinds } from '@ve/domain/monitoring/alerts/alert';
import { foreignKey, instantColumn, registrationFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A change of a member's car, of which the member is notified once. */
export const watchEventEntity = defineEntity({
  name: 'WatchEvent',
  tableName: 'watch_events',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    registrationNumber: p.text(),
    kind: p.text().$type<AlertKind>(),
    facts: p.json<AlertFacts>(),
    /** A second event with the same key is never written. */
    uniqueKey: p.text().unique('watch_events_unique_key_unique'),
    /** When the change was detected. */
    detectedAt: instantColumn(),
    /** When its text is to be written, after quiet hours; null: it is written, or there is none. */
    textSendAfter: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'watch_events_user_id_detected_at_index',
      properties: ['user', 'detectedAt'],
      columns: [{ name: 'user_id' }, { name: 'detected_at', sort: 'DESC' }],
    },
    { name: 'watch_events_text_after_index', properties: ['textSendAfter'], where: 'text_send_after is not null' },
  ],
  checks: [
    { name: 'watch_events_registration_number_check', expression: registrationFormatCheck('registration_number') },
    {
      name: 'watch_events_kind_check',
      expression: `kind in (${alertKinds.map((kind) => `'${kind}'`).join(', ')})`,
    },
    { name: 'watch_events_facts_check', expression: `jsonb_typeof(facts) = 'object' and facts ->> 'kind' = kind` },
    { name: 'watch_events_unique_key_check', expression: 'length(unique_key) >= 1 and length(unique_key) <= 200' },
  ],
});
