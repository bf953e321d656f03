import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** The state of one limit, shared by all processes. */
export const tokenBucketEntity = defineEntity({
  name: 'TokenBucket',
  tableName: 'token_buckets',
  properties: {
    /** The limit and its subject: `vendor:DVSA`, `contact:<keyed hash of an address>`. */
    key: p.text().primary(),
    /** When the bucket is full again; from then on the row can be pruned. */
    fullAt: instantColumn(),
  },
  checks: [{ name: 'token_buckets_key_check', expression: 'length(key) >= 1 and length(key) <= 200' }],
});
