import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailCheck, instant, tokenHashCheck, uuidKey } from '../../kernel/columns.ts';

/** A search of the cancellation page by somebody who is not signed in. */
export const cancellationCodeSchema = defineEntity({
  name: 'CancellationCode',
  tableName: 'cancellation_codes',
  properties: {
    id: uuidKey(),
    /** As it was searched for: any address, known or not. */
    email: p.text(),
    /** Keyed hash of the six digits; null until the mail is written, and for ever when none is. */
    codeHash: p.text().nullable().hidden(),
    /** Of the browser that asked; null in rows of earlier releases. */
    browserHash: p.text().nullable().hidden(),
    /** In that browser, and in all others: a stranger's guesses cost its owner none. */
    guesses: p.integer().default(0),
    otherBrowserAttempts: p.integer().default(0),
    /** Of the token that lets the browser that gave the code see and cancel without another. */
    grantHash: p.text().nullable().unique('cancellation_codes_grant_hash_unique').hidden(),
    createdAt: instant(),
    usedAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'cancellation_codes_email_created_at_index',
      properties: ['email', 'createdAt'],
      columns: [{ name: 'email' }, { name: 'created_at', sort: 'DESC' }],
    },
    { name: 'cancellation_codes_created_at_index', properties: ['createdAt'] },
  ],
  checks: [
    { name: 'cancellation_codes_email_check', expression: emailCheck('email') },
    { name: 'cancellation_codes_code_hash_check', expression: tokenHashCheck('code_hash') },
    { name: 'cancellation_codes_grant_hash_check', expression: tokenHashCheck('grant_hash') },
    { name: 'cancellation_codes_browser_hash_check', expression: tokenHashCheck('browser_hash') },
    { name: 'cancellation_codes_guesses_check', expression: 'guesses >= 0' },
    { name: 'cancellation_codes_other_guesses_check', expression: 'other_browser_attempts >= 0' },
    { name: 'cancellation_codes_used_check', expression: '(used_at is null) = (grant_hash is null)' },
  ],
});
