import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  newestFirstIndexColumns,
  registrationFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A dispute of a report entry. */
export const dataDisputeEntity = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  properties: {
    id: uuidPrimaryKey(),
    /** `VE-7K3M9QXA` */
    reference: p.text().unique('disputes_reference_unique'),
    registrationNumber: p.text(),
    section: p.text().$type<DisputableReportSection>(),
    /** The entry's label and value, as displayed. */
    datum: p.text(),
    value: p.text().nullable(),
    source: p.text().$type<SourceName>().nullable(),
    fetchedAt: instantColumn().nullable(),
    message: p.text(),
    email: p.text(),
    user: () => foreignKey(userEntity, 'set null').nullable(),
    /** Chosen by the browser, one per completed form; null for a form of an earlier release. */
    idempotencyKey: p.uuid().nullable(),
    createdAt: instantColumn(),
    answeredAt: instantColumn().nullable(),
    /** The answer mailed to the sender; null while open, or when answered outside the service. */
    answer: p.text().nullable(),
    /** When staff closed it without an answer. */
    closedAt: instantColumn().nullable(),
    /** The time by which an answer was promised. */
    dueAt: instantColumn(),
    /** The id of the admin who takes care of it; one who has left counts as no one. */
    assignedTo: p.uuid().nullable(),
  },
  uniques: [{ name: 'disputes_email_idempotency_key_unique', properties: ['email', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'disputes_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'disputes_open_index',
      properties: ['dueAt', 'id'],
      where: 'answered_at is null and closed_at is null',
    },
    { name: 'disputes_email_index', properties: ['email'] },
    { name: 'disputes_user_id_index', properties: ['user'], where: 'user_id is not null' },
  ],
  checks: [
    { name: 'disputes_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'disputes_section_check', expression: `section ~ '^[a-z-]{1,40}$'` },
    { name: 'disputes_datum_check', expression: `btrim(datum) <> '' and length(datum) <= 120` },
    { name: 'disputes_value_check', expression: 'length(value) <= 500' },
    { name: 'disputes_source_check', expression: `source in ('DVLA', 'DVSA', 'UKVD')` },
    { name: 'disputes_message_check', expression: `btrim(message) <> '' and length(message) <= 4000` },
    {
      name: 'disputes_answer_check',
      expression: `answer is null or (answered_at is not null and btrim(answer) <> '' and length(answer) <= 4000)`,
    },
    { name: 'disputes_reference_check', expression: `reference ~ '^VE-[A-Z0-9]{8}$'` },
    { name: 'disputes_closed_at_check', expression: 'closed_at is null or answered_at is null' },
    { name: 'disputes_email_check', expression: emailFormatCheck('email') },
  ],
});
