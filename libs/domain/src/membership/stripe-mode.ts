/** Test mode moves no money; what is made in one mode does not exist in the other. */
export type StripeMode = 'test' | 'live';

/** A secret or restricted key of either mode. */
export const stripeSecretKeyPattern = /^(sk|rk)_(test|live)_\w{1,250}$/;

/** The mode of a secret, restricted or publishable key; null for what is no such key. */
export const stripeModeOfKey = (key: string): StripeMode | null =>
  (/^(?:sk|rk|pk)_(test|live)_/.exec(key)?.[1] as StripeMode | undefined) ?? null;
