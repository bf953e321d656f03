import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The effects of a fetch's end in business contexts that vehicle does not depend on, within the same transaction. Each
 * process passes its listener in.
 */
export interface FetchListener {
  /** A fetch or a full check of this vehicle has ended. */
  lookupEnded(em: EntityManager, ended: { registration: string; now: Date; correlationId: string }): Promise<void>;
}
