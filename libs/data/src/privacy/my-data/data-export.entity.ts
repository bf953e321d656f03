import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, uuidKey } from '../../kernel/columns.ts';
import { User } from '../../identity/user/user.entity.ts';

export const dataExportSchema = defineEntity({
  name: 'DataExport',
  tableName: 'data_exports',
  properties: {
    id: uuidKey(),
    user: () => p.manyToOne(User).deleteRule('cascade').updateRule('no action'),
    status: p.text().$type<'making' | 'ready' | 'failed'>().default('making'),
    /** Everything that is held, by table. */
    content: p.json<Record<string, unknown>>().nullable().lazy(),
    createdAt: instant(),
    finishedAt: instant().nullable(),
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

/** A copy of everything held about a user, kept for seven days. */
export class DataExport extends dataExportSchema.class {}
dataExportSchema.setClass(DataExport);
