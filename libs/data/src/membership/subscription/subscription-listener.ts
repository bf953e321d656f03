import type { EntityManager } from '@mikro-orm/postgresql';

type Caused = (em: EntityManager, userId: string, now: Date) => Promise<void>;

/**
 * What a change of a subscription causes in contexts that membership does not know, within the same transaction. Each
 * process hands its listener in.
 */
export interface SubscriptionListener {
  /** An account has its first subscription. */
  started: Caused;
  /** Another subscription has taken the place of one that ended. */
  replaced: Caused;
  /** The same subscription was paid, kept or changed at Stripe. */
  changed: Caused;
}

/** When a subscription changes, and who hears of it. */
export interface SubscriptionChangeContext {
  now: Date;
  listener: SubscriptionListener;
}
