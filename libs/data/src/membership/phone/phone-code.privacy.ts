import { sql } from 'kysely';
import { type AggregateTablePrivacy, deletedWithUserPrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const phoneCodeTablePrivacy = {
  phone_codes: {
    ...deletedWithUserPrivacy,
    title: 'Codes that confirm your number',
    columns: sql`phone as "telephone", created_at as "askedForAt", used_at as "usedAt", wrong_guesses as "wrongCodes"`,
    namedBy: ['id'],
    purge: { phoneCodes: purgeRuleOlderThan('created_at') },
  },
} satisfies AggregateTablePrivacy;
