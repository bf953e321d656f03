import type { JsonObject } from './json.types.ts';

export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface StripeErrorFields {
  type: StripeErrorType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  payment_method?: JsonObject;
  payment_intent?: JsonObject;
  setup_intent?: JsonObject;
  [name: string]: JsonObject | string | undefined;
}

/** An error of the API, with its HTTP status. */
export class StripeError extends Error {
  readonly status: number;
  readonly fields: StripeErrorFields;

  constructor(status: number, fields: StripeErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

const docUrl = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** The response body of an error. */
export const stripeErrorBody = ({ fields }: StripeError): JsonObject => ({
  error: { ...fields, ...(fields.code !== undefined && { doc_url: docUrl(fields.code) }) },
});

export const stripeInvalidRequestError = (
  message: string,
  more: Partial<StripeErrorFields> = {},
  status = 400,
): StripeError => new StripeError(status, { type: 'invalid_request_error', message, ...more });

export const stripeUnknownParameterError = (param: string): StripeError =>
  stripeInvalidRequestError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

export const stripeMissingParameterError = (param: string): StripeError =>
  stripeInvalidRequestError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** Rejects a parameter that Stripe knows and the sandbox does not implement, instead of ignoring it. */
export const stripeNotImplementedError = (param: string): StripeError =>
  stripeInvalidRequestError(`The sandbox does not implement the parameter ${param}.`, {
    code: 'sandbox_not_implemented',
    param,
  });

const nouns: Record<string, string> = {
  payment_method: 'PaymentMethod',
  confirmation_token: 'confirmation_token',
  payment_intent: 'payment_intent',
  setup_intent: 'setupintent',
  'test_helpers.test_clock': 'test clock',
};

export const stripeNoSuchObjectError = (kind: string, id: string, param = 'id'): StripeError =>
  stripeInvalidRequestError(
    `No such ${nouns[kind] ?? kind.replaceAll('_', ' ')}: '${id}'`,
    { code: 'resource_missing', param },
    param === 'id' ? 404 : 400,
  );

export const stripeCardError = (fields: Partial<StripeErrorFields> & { message: string }): StripeError =>
  new StripeError(402, { ...fields, type: 'card_error' });
