import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** The number of rows of a list when they were last counted. */
export const listTotalEntity = defineEntity({
  name: 'Total',
  tableName: 'totals',
  properties: {
    name: p.text().primary(),
    rowCount: p.integer(),
    countedAt: instantColumn(),
  },
  checks: [
    { name: 'totals_name_check', expression: `name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 40` },
    { name: 'totals_row_count_check', expression: 'row_count >= 0' },
  ],
});
