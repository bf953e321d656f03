import type { EntityManager } from '@mikro-orm/postgresql';

type Caused = (em: EntityManager, userId: string, now: Date) => Promise<void>;

/**
 * The effects of a subscription change in business contexts that membership does not depend on, within the same
 * transaction. Each process passes its listener in.
 */
export interface SubscriptionListener {
  /** An account has its first subscription. */
  started: Caused;
  /** Another subscription has replaced one that ended. */
  replaced: Caused;
  /** The same subscription was paid, resumed or changed at Stripe. */
  changed: Caused;
}

/** When a subscription changes, and the listener that is notified. */
export interface SubscriptionChangeContext {
  now: Date;
  listener: SubscriptionListener;
}
