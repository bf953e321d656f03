import type { SimulatedStripeAccount } from '../account.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import type { StripeApiObject } from '../json.types.ts';

export interface StripeOperationCall {
  account: SimulatedStripeAccount;
  /** The id in the path; empty where there is none. */
  id: string;
  given: TypedStripeRequestParameters;
  /** Whether the call uses the secret key, else the publishable one. */
  secret: boolean;
  /** The client secret sent with a publishable key. */
  clientSecret: string | null;
}

export interface StripeOperation {
  /** The parameters that the sandbox implements, out of those that Stripe knows; `expand` is always included. */
  takes: readonly string[];
  publishable?: true;
  run(call: StripeOperationCall): StripeApiObject;
}

export type StripeOperations = Record<string, StripeOperation>;
