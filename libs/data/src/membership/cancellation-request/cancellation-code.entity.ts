import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailFormatCheck, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** A search on the cancellation page by a visitor who is not signed in. */
export const cancellationCodeEntity = defineEntity({
  name: 'CancellationCode',
  tableName: 'cancellation_codes',
  properties: {
    id: uuidPrimaryKey(),
    /** The address that was searched for, with or without an account. */
    email: p.text(),
    /** Keyed hash of the six digits; null until the mail is built, and permanently when none is sent. */
    codeHash: p.text().nullable().hidden(),
    /** The browser that made the search; null in rows of earlier releases. */
    browserHash: p.text().nullable().hidden(),
    /** Wrong guesses in that browser, and in all others: guesses by another visitor do not use up the owner's. */
    wrongGuesses: p.integer().default(0),
    otherBrowserWrongGuesses: p.integer().default(0),
    /** Hash of the token with which the browser that entered the code can see and cancel without another code. */
    grantHash: p.text().nullable().unique('cancellation_codes_grant_hash_unique').hidden(),
    createdAt: instantColumn(),
    usedAt: instantColumn().nullable(),
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
    { name: 'cancellation_codes_email_check', expression: emailFormatCheck('email') },
    { name: 'cancellation_codes_code_hash_check', expression: tokenHashFormatCheck('code_hash') },
    { name: 'cancellation_codes_grant_hash_check', expression: tokenHashFormatCheck('grant_hash') },
    { name: 'cancellation_codes_browser_hash_check', expression: tokenHashFormatCheck('browser_hash') },
    { name: 'cancellation_codes_wrong_guesses_check', expression: 'wrong_guesses >= 0' },
    { name: 'cancellation_codes_other_browser_wrong_guesses_check', expression: 'other_browser_wrong_guesses >= 0' },
    { name: 'cancellation_codes_used_check', expression: '(used_at is null) = (grant_hash is null)' },
  ],
});
