import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, registrationFormatCheck, uuidPrimaryKey } from '../kernel/entity-columns.ts';
import { userEntity } from '../identity/user/user.entity.ts';

/** A user who asked for an e-mail when the slow sources have responded. */
export const reportReadyMailEntity = defineEntity({
  name: 'ReportReadyMail',
  tableName: 'report_ready_mails',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    registrationNumber: p.text(),
    requestedAt: instantColumn(),
    sentAt: instantColumn().nullable(),
  },
  uniques: [
    { name: 'report_ready_mails_waiting_unique', properties: ['registrationNumber', 'user'], where: 'sent_at is null' },
  ],
  indexes: [{ name: 'report_ready_mails_requested_at_index', properties: ['requestedAt'] }],
  checks: [
    {
      name: 'report_ready_mails_registration_number_check',
      expression: registrationFormatCheck('registration_number'),
    },
  ],
});
