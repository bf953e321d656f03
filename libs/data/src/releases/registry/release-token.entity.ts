import { defineEntity, p } from '@mikro-orm/postgresql';
import { actorCheck, instant, releaseNameCheck, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';

/** The right to release one name over HTTP. */
export const releaseTokenSchema = defineEntity({
  name: 'ReleaseToken',
  tableName: 'release_tokens',
  properties: {
    id: uuidKey(),
    /** The only name that it may release. */
    name: p.text(),
    /** The owner, for the history: `report team, CI`. */
    label: p.text(),
    tokenHash: p.text(),
    createdAt: instant(),
    createdBy: p.text(),
    lastUsedAt: instant().nullable(),
    revokedAt: instant().nullable(),
  },
  uniques: [{ name: 'release_tokens_token_hash_unique', properties: ['tokenHash'] }],
  checks: [
    { name: 'release_tokens_name_check', expression: releaseNameCheck('name') },
    { name: 'release_tokens_label_check', expression: `label ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$'` },
    { name: 'release_tokens_token_hash_check', expression: tokenHashCheck('token_hash') },
    { name: 'release_tokens_created_by_check', expression: actorCheck('created_by') },
  ],
});
