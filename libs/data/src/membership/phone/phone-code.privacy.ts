import { sql } from 'kysely';
import { type AggregatePrivacy, deletedWithUser, olderThan } from '../../kernel/table-privacy.ts';

export const phoneCodePrivacy = {
  phone_codes: {
    ...deletedWithUser,
    title: 'Codes that confirm your number',
    columns: sql`phone as "telephone", created_at as "askedForAt", used_at as "usedAt", wrong_guesses as "wrongCodes"`,
    namedBy: ['id'],
    purge: { phoneCodes: olderThan('created_at') },
  },
} satisfies AggregatePrivacy;
