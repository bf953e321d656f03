import { sql } from 'kysely';
import {
  type AggregateTablePrivacy,
  deletedWithUserPrivacy,
  noPersonalDataPrivacy,
  purgeRuleOlderThan,
} from '../../kernel/table-privacy.ts';

export const staffTablePrivacy = {
  staff_sign_ins: {
    ...deletedWithUserPrivacy,
    title: 'Sign-ins to the staff area that wait for a code',
    columns: sql`wrong_codes as "wrongCodes", created_at as "begunAt", expires_at as "endsAt"`,
    purge: { staffSignIns: purgeRuleOlderThan('created_at') },
  },
  second_factors: {
    ...deletedWithUserPrivacy,
    title: 'Authenticator app for the staff area',
    columns: sql`created_at as "enrolledAt"`,
  },
  recovery_codes: {
    ...deletedWithUserPrivacy,
    title: 'Recovery codes for the staff area',
    columns: sql`created_at as "madeAt", used_at as "usedAt"`,
  },
  password_resets: {
    ...deletedWithUserPrivacy,
    title: 'Links that set a password',
    columns: sql`created_at as "askedForAt", expires_at as "endsAt", used_at as "usedAt"`,
    namedBy: ['id'],
    purge: { staffSignIns: purgeRuleOlderThan('created_at') },
  },
  local_admin_sessions: {
    ...noPersonalDataPrivacy('Break-glass sessions of a machine, without a user.'),
    purge: { staffSignIns: purgeRuleOlderThan('created_at') },
  },
} satisfies AggregateTablePrivacy;
