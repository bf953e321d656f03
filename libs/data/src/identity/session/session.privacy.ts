import { sql } from 'kysely';
import { type AggregatePrivacy, deletedWithUser, olderThan } from '../../kernel/table-privacy.ts';

export const sessionPrivacy = {
  sessions: {
    ...deletedWithUser,
    title: 'Browsers that signed in',
    columns: sql`user_agent as "browser", opened_by as "signedInBy", created_at as "signedInAt",
        last_seen_at as "lastSeenAt", expires_at as "endsAt", revoked_at as "signedOutAt"`,
    purge: { sessions: olderThan('least(expires_at, revoked_at)') },
  },
  sign_in_requests: {
    ...deletedWithUser,
    title: 'Requests for a sign-in link',
    columns: sql`registration_number as "registration", created_at as "askedForAt"`,
    namedBy: ['id'],
    purge: { signIns: olderThan('created_at') },
  },
  magic_links: {
    ...deletedWithUser,
    title: 'Sign-in links',
    columns: sql`created_at as "madeAt", expires_at as "worksUntil", used_at as "usedAt"`,
    purge: { signIns: { otherwise: 'With their request.' } },
  },
} satisfies AggregatePrivacy;
