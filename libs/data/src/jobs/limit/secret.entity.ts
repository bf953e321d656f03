import { defineEntity, p } from '@mikro-orm/postgresql';
import { tokenHashFormatCheck } from '../../kernel/entity-columns.ts';

/** A random key shared by all processes without being configured. */
export const sharedSecretEntity = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    name: p.text().primary(),
    /** Random, in hexadecimal. */
    value: p.text(),
  },
  checks: [{ name: 'secrets_value_check', expression: tokenHashFormatCheck('value') }],
});
