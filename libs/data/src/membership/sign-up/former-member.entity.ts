import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** Check for every column with a list of keyed hashes, in hexadecimal. */
const hashesCheck = (column: string): string =>
  `array_position(${column}, null) is null and array_to_string(${column}, ',') ~ '^([0-9a-f]{64}(,[0-9a-f]{64})*)?$'`;

/**
 * A deleted account that had a trial or membership, recognised only by its cards and addresses, so that deleting an
 * account allows neither another trial nor another fourteen days of refund.
 */
export const formerMemberEntity = defineEntity({
  name: 'FormerMember',
  tableName: 'former_members',
  properties: {
    id: uuidPrimaryKey(),
    /** Keyed hashes of the fingerprints of the cards that paid. */
    cardHashes: p.array().columnType('text[]').$type<string[]>(),
    /** Keyed hashes of the mailboxes (`domain/kernel/email/canonical-email`) of the current and earlier addresses. */
    emailHashes: p.array().columnType('text[]').$type<string[]>(),
    /** When its trial began. */
    trialStartedAt: instantColumn().nullable(),
    /** When the person was first charged in full, in this account or an earlier one. */
    firstPaidAt: instantColumn().nullable(),
    /** See `domain/membership/retention-periods`. */
    retainedUntil: instantColumn(),
  },
  indexes: [
    {
      name: 'former_members_card_hashes_index',
      expression: 'create index "former_members_card_hashes_index" on "former_members" using gin ("card_hashes")',
    },
    {
      name: 'former_members_email_hashes_index',
      expression: 'create index "former_members_email_hashes_index" on "former_members" using gin ("email_hashes")',
    },
    { name: 'former_members_retained_until_index', properties: ['retainedUntil'] },
  ],
  checks: [
    { name: 'former_members_card_hashes_check', expression: hashesCheck('card_hashes') },
    { name: 'former_members_email_hashes_check', expression: hashesCheck('email_hashes') },
    {
      name: 'former_members_known_check',
      expression:
        'cardinality(card_hashes) + cardinality(email_hashes) > 0 and num_nonnulls(trial_started_at, first_paid_at) > 0',
    },
  ],
});
