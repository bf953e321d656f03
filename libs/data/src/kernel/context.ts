import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { ReleaseAction } from '@ve/domain/kernel/release/release-token-scope';
import type { Role } from '@ve/contracts/roles';

/** The actor on whose behalf a request or job runs, for the audit log and access control. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string; roles: Role[] }
  /** Signed in with password and second factor. */
  | { kind: 'staff'; userId: string; email: string; sessionId: string; roles: Role[] }
  /** A browser on the server itself, signed in by the break-glass secret: an admin without a user. */
  | { kind: 'local-admin'; sessionId: string }
  | { kind: 'vendor'; name: string }
  /** A team's release tool, with a token that may do these actions with releases of these names, in alphabetical order. */
  | {
      kind: 'team';
      /** Of the token: several may have one label. */
      id: string;
      names: readonly string[];
      actions: readonly ReleaseAction[];
      label: string;
      expiresAt: Date;
    }
  /** A job, a schedule or a command. */
  | { kind: 'process'; name: string };

/** The context of one request or job, passed down to every query. */
export interface Context {
  /** An entity manager of its own, whose identity map is not shared with other requests. */
  em: EntityManager;
  now: Clock;
  /** The id of the originating request, propagated through its jobs and their logs. */
  correlationId: string;
  actor: Actor;
  /** The subject of client limits: the network address, or network, of the request. A job has none. */
  client?: string;
}
