import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../kernel/entity-columns.ts';
import { reportEntity } from './report.entity.ts';

/** A link that shows a customer's saved report to anyone who has it, for seven days at most. */
export const reportShareEntity = defineEntity({
  name: 'ReportShare',
  tableName: 'report_shares',
  properties: {
    id: uuidPrimaryKey(),
    report: () => foreignKey(reportEntity, 'cascade'),
    tokenHash: p.text().unique('report_shares_token_hash_unique').hidden(),
    /** The owner's own name for it. */
    name: p.text().nullable(),
    createdAt: instantColumn(),
    expiresAt: instantColumn(),
    revokedAt: instantColumn().nullable(),
    /** How often the report was viewed with it. */
    viewCount: p.integer().default(0),
    lastViewedAt: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'report_shares_report_id_created_at_index',
      properties: ['report', 'createdAt'],
      columns: [{ name: 'report_id' }, { name: 'created_at', sort: 'DESC' }],
    },
    { name: 'report_shares_created_at_index', properties: ['createdAt'] },
  ],
  checks: [
    { name: 'report_shares_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    { name: 'report_shares_name_check', expression: 'length(name) >= 1 and length(name) <= 60' },
    {
      name: 'report_shares_expires_at_check',
      expression: 'expires_at > created_at and extract(epoch from expires_at - created_at) <= 604800',
    },
    {
      name: 'report_shares_view_count_check',
      expression: 'view_count >= 0 and (view_count = 0) = (last_viewed_at is null)',
    },
  ],
});
