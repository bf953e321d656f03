import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  actorFormatCheck,
  instantColumn,
  releaseNameCheck,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

/** The right to release one name over HTTP. */
export const releaseTokenEntity = defineEntity({
  name: 'ReleaseToken',
  tableName: 'release_tokens',
  properties: {
    id: uuidPrimaryKey(),
    /** The only name that it may release. */
    name: p.text(),
    /** The owner, for the history: `report team, CI`. */
    label: p.text(),
    tokenHash: p.text(),
    createdAt: instantColumn(),
    createdBy: p.text(),
    lastUsedAt: instantColumn().nullable(),
    revokedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'release_tokens_token_hash_unique', properties: ['tokenHash'] }],
  checks: [
    { name: 'release_tokens_name_check', expression: releaseNameCheck('name') },
    { name: 'release_tokens_label_check', expression: `label ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$'` },
    { name: 'release_tokens_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    { name: 'release_tokens_created_by_check', expression: actorFormatCheck('created_by') },
  ],
});
