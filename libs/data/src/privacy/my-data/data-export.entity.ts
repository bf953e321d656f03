import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** A copy of everything held about a user, kept for seven days. */
export const dataExportEntity = defineEntity({
  name: 'DataExport',
  tableName: 'data_exports',
  properties: {
    id: uuidPrimaryKey(),
    user: () => foreignKey(userEntity, 'cascade'),
    status: p.text().$type<'making' | 'ready' | 'failed'>().default('making'),
    /** All data held, by table. */
    content: p.json<Record<string, unknown>>().nullable().lazy(),
    createdAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'data_exports_live_unique', properties: ['user'], where: `status = 'making'` }],
  indexes: [
    {
      name: 'data_exports_user_id_created_at_index',
      properties: ['user', 'createdAt'],
      columns: [{ name: 'user_id' }, { name: 'created_at', sort: 'DESC' }],
    },
    { name: 'data_exports_created_at_index', properties: ['createdAt'] },
  ],
  checks: [
    { name: 'data_exports_status_check', expression: `status in ('making', 'ready', 'failed')` },
    { name: 'data_exports_finished_check', expression: `(status = 'making') = (finished_at is null)` },
    {
      name: 'data_exports_content_check',
      expression: `jsonb_typeof(content) = 'object' and (status = 'ready') = (content is not null)`,
    },
  ],
});
