import type { StripeAccount } from '../account.ts';
import type { Given } from '../request-parameters.ts';
import type { ApiObject } from '../json.types.ts';

export interface Call {
  account: StripeAccount;
  /** The id in the path; empty where there is none. */
  id: string;
  given: Given;
  /** Whether it was made with the secret key; otherwise with the publishable one. */
  secret: boolean;
  /** The client secret that came with a publishable key. */
  clientSecret: string | null;
}

export interface Operation {
  /** The parameters that the sandbox implements, of those that Stripe knows. `expand` always counts. */
  takes: readonly string[];
  /** Whether Stripe.js may call it. */
  publishable?: true;
  run(call: Call): ApiObject;
}

/** Operations by method and path. */
export type Operations = Record<string, Operation>;
