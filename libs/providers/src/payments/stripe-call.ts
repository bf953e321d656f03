import Stripe from 'stripe';
import type * as z from 'zod/mini';
import { PaymentsRefusedError, PaymentsUnavailableError } from './payments.port.ts';

/** Reads the parts that we need of an SDK response. @throws the errors of the port */
export async function readStripeAnswer<S extends z.ZodMiniType>(
  answer: Promise<unknown>,
  schema: S,
): Promise<z.output<S>> {
  let received: unknown;
  try {
    received = await answer;
  } catch (error) {
    throw errorOfPort(error);
  }
  const read = schema.safeParse(received);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new PaymentsUnavailableError(`Stripe's answer cannot be read: ${where}`);
}

/** The bank, and not Stripe, refused the charge or card of the call. */
export class CardDeclinedError extends PaymentsRefusedError {
  /** The SetupIntent that the call created despite the refusal. */
  readonly setupIntentId: string | null;

  constructor(code: string | null, message: string, setupIntentId: string | null) {
    super(code, message);
    this.setupIntentId = setupIntentId;
  }
}

/**
 * Converts an SDK error to the port's, without Stripe's message and without the error as the cause: both repeat the
 * request.
 */
function errorOfPort(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { detail, code, rawType } = error;
  if (isOfPort(detail)) return detail;
  const { StripeAPIError, StripeCardError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
  const word = code ?? rawType ?? error.type;
  if ([StripeAPIError, StripeConnectionError, StripeRateLimitError].some((type) => error instanceof type)) {
    return new PaymentsUnavailableError(`Stripe did not answer: ${word}`);
  }
  if (error instanceof StripeCardError) {
    return new CardDeclinedError(code ?? null, `The bank refuses: ${word}`, error.setup_intent?.id ?? null);
  }
  return new PaymentsRefusedError(code ?? null, `Stripe refuses the call: ${word}`);
}

const isOfPort = (error: unknown): boolean =>
  error instanceof PaymentsUnavailableError || error instanceof PaymentsRefusedError;
