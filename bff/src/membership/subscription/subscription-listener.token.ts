/** Injection token of this process's `SubscriptionListener`, which is notified of subscription changes. */
export const SUBSCRIPTION_LISTENER = Symbol('subscription listener');
