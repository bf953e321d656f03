import { sql } from 'kysely';
import { type AggregateTablePrivacy, deletedWithUserPrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const sessionTablePrivacy = {
  sessions: {
    ...deletedWithUserPrivacy,
    title: 'Browsers that signed in',
    columns: sql`user_agent as "browser", opened_by as "signedInBy", created_at as "signedInAt",
        last_seen_at as "lastSeenAt", expires_at as "endsAt", revoked_at as "signedOutAt"`,
    purge: { sessions: purgeRuleOlderThan('least(expires_at, revoked_at)') },
  },
  sign_in_requests: {
    ...deletedWithUserPrivacy,
    title: 'Requests for a sign-in link',
    columns: sql`registration_number as "registration", created_at as "askedForAt"`,
    namedBy: ['id'],
    purge: { signIns: purgeRuleOlderThan('created_at') },
  },
  magic_links: {
    ...deletedWithUserPrivacy,
    title: 'Sign-in links',
    columns: sql`created_at as "madeAt", expires_at as "worksUntil", used_at as "usedAt"`,
    purge: { signIns: { otherwise: 'With their request.' } },
  },
} satisfies AggregateTablePrivacy;
