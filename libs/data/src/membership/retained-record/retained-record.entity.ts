import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

const retainedRecordKinds = ['payment', 'consent', 'change-notice', 'cancellation'] as const;

export type RetainedRecordKind = (typeof retainedRecordKinds)[number];

/** A record of a deleted account that the law requires us to retain, separate from everything else. */
export const retainedRecordEntity = defineEntity({
  name: 'RetainedRecord',
  tableName: 'retained_records',
  properties: {
    id: uuidPrimaryKey(),
    kind: p.text().$type<RetainedRecordKind>(),
    /** Amounts, dates, versions and Stripe's references; no name, address or registration. */
    content: p.json<Record<string, unknown>>(),
    retainedUntil: instantColumn(),
    createdAt: instantColumn(),
  },
  indexes: [
    { name: 'retained_records_retained_until_index', properties: ['retainedUntil'] },
    { name: 'retained_records_created_at_index', properties: ['createdAt'] },
  ],
  checks: [
    {
      name: 'retained_records_kind_check',
      expression: `kind in (${retainedRecordKinds.map((kind) => `'${kind}'`).join(', ')})`,
    },
    { name: 'retained_records_content_check', expression: `jsonb_typeof(content) = 'object'` },
  ],
});
