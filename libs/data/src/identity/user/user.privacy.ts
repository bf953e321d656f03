import { sql } from 'kysely';
import { type AggregateTablePrivacy, deletedWithUserPrivacy } from '../../kernel/table-privacy.ts';

export const userTablePrivacy = {
  users: {
    rows: sql`users.id = (select user_id from person)`,
    title: 'Account',
    columns: sql`id as "accountNumber", users.email as "emailAddress", email_verified_at as "addressConfirmedAt",
        password_hash is not null as "hasPassword", known_browsers_valid_from as "browsersForgottenAt",
        created_at as "openedAt"`,
    erase: 'rows',
    namedBy: ['id'],
  },
  user_roles: {
    ...deletedWithUserPrivacy,
    title: 'Roles of the account',
    columns: sql`role, created_at as "givenAt"`,
  },
} satisfies AggregateTablePrivacy;
