import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Role } from '@ve/contracts/http/identity/session';

/** On whose behalf something is done, for the audit log and access control. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string; roles: Role[] }
  /** Signed in with password and second factor. */
  | { kind: 'staff'; userId: string; email: string; sessionId: string; roles: Role[] }
  /** On the machine itself, by its break-glass secret: an admin without a user. */
  | { kind: 'local-admin'; sessionId: string }
  | { kind: 'vendor'; name: string }
  /** A team's release tool, by a token that may release one name. */
  | { kind: 'team'; name: string; label: string }
  /** A job, a schedule or a command. */
  | { kind: 'process'; name: string };

/** The context of one request or job, passed down to every query. */
export interface Context {
  /** Its own entity manager, whose identity map is not shared with other requests. */
  em: EntityManager;
  now: Clock;
  /** The id of the originating request, propagated through its jobs and their logs. */
  correlationId: string;
  actor: Actor;
  /** Whom limits are counted for: the network address, or network, of the request. A job has none. */
  client?: string;
}
