import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/time/clock';
import type { Role } from '@ve/contracts/http/session';

/** On whose behalf something is done, as the audit log and the rules of access know them. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string; roles: Role[] }
  /** Signed in with password and second factor. */
  | { kind: 'staff'; userId: string; sessionId: string; roles: Role[] }
  | { kind: 'vendor'; name: string }
  /** A job, a schedule or a command of ours. */
  | { kind: 'process'; name: string };

/** What one request or one job works with, handed down from its beginning to every query it makes. */
export interface Context {
  /** Its own entity manager: nothing that another request loaded is seen through it. */
  em: EntityManager;
  now: Clock;
  /** The request that began it all, carried through its jobs and their logs. */
  correlationId: string;
  actor: Actor;
  /** Who limits are counted for: the network address, or network, that a request came from. A job has none. */
  client?: string;
}
