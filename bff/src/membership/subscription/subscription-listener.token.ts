/** Injection token of the `SubscriptionListener` that this process hands to changes of a subscription. */
export const SUBSCRIPTION_LISTENER = Symbol('subscription listener');
