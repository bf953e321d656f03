import type { StripeAccount } from '../account.ts';
import type { TypedRequestParameters } from '../typed-request-parameters.ts';
import type { StripeApiObject } from '../json.types.ts';

export interface StripeOperationCall {
  account: StripeAccount;
  /** The id in the path; empty where there is none. */
  id: string;
  given: TypedRequestParameters;
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
