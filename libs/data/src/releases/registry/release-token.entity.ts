import { defineEntity, p } from '@mikro-orm/postgresql';
import { actorFormatCheck, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A team's right to release over HTTP. */
export const releaseTokenEntity = defineEntity({
  name: 'ReleaseToken',
  tableName: 'release_tokens',
  properties: {
    id: uuidPrimaryKey(),
    /** The only names that it may release. */
    names: p.array().columnType('text[]').$type<string[]>(),
    /** `releaseActions` of the domain. */
    actions: p.array().columnType('text[]').$type<string[]>(),
    /** The owner, for the history: `report team, CI`. */
    label: p.text(),
    tokenHash: p.text(),
    createdAt: instantColumn(),
    createdBy: p.text(),
    expiresAt: instantColumn(),
    lastUsedAt: instantColumn().nullable(),
    revokedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'release_tokens_token_hash_unique', properties: ['tokenHash'] }],
  checks: [
    {
      name: 'release_tokens_names_check',
      expression:
        `cardinality(names) >= 1 and cardinality(names) <= 20 and ` +
        `array_to_string(names, ' ', '-') ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})( (shell|mfe-[a-z][a-z0-9-]{1,40}))*$'`,
    },
    {
      name: 'release_tokens_actions_check',
      expression: `cardinality(actions) >= 1 and actions <@ array['release', 'canary', 'rollback', 'preview']`,
    },
    { name: 'release_tokens_expires_at_check', expression: 'expires_at >= created_at' },
    { name: 'release_tokens_label_check', expression: `label ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$'` },
    { name: 'release_tokens_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    { name: 'release_tokens_created_by_check', expression: actorFormatCheck('created_by') },
  ],
});
