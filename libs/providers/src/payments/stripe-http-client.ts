import type Stripe from 'stripe';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { createHttpAgent, sendHttpRequest, type HttpResponse } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import {
  answeredAttemptVerdict,
  unavailableAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { PaymentsRefusedError, PaymentsUnavailableError } from './payments.port.ts';

/** `declined`: by the bank; `rejected`: Stripe rejects the call itself. The SDK reads the body of each. */
interface StripeReply {
  state: 'answered' | 'declined' | 'rejected';
  status: number;
  json: object;
}

/** Test accounts may make 25 reads and 25 writes a second: each kind has its own limit. */
const rate = { ratePerSecond: 20, burst: 20 };

/** Limits of a call: ten seconds including retries, which our idempotency keys make safe. */
const ofStripe = { headersTimeoutMs: 8_000, totalTimeoutMs: 10_000 };

/** The pause before a call is repeated while its key is in use, in milliseconds. */
const keyInUseMs = 1_000;

/** The SDK's function that an HTTP client implements. */
type MakeRequest = Stripe.HttpClient['makeRequest'];

/**
 * The SDK's HTTP client on our own guarded calls: one policy of timeouts, retries, rate limit and circuit breaker for
 * every vendor. `url` is the address of Stripe's API and replaces the SDK's host. It throws the errors of the port,
 * which the SDK wraps into its own as `detail`.
 */
export function createStripeHttpClient(url: string, options: AdapterOptions): Stripe.HttpClient & Closable {
  const limits: ProviderLimits = { ...defaultProviderLimits, ...ofStripe, ...rate, ...options.limits };
  const agent = createHttpAgent(limits);
  const callsOf = (kind: 'reads' | 'writes') => {
    const createVendorLimiter: AdapterOptions['createVendorLimiter'] = (vendor, ofKind) =>
      options.createVendorLimiter(`${vendor} ${kind}`, ofKind);
    return createGuardedVendorCall<StripeReply>({
      provider: 'Stripe',
      limits,
      options: { ...options, createVendorLimiter },
    });
  };
  const [read, write] = [callsOf('reads'), callsOf('writes')];
  const base = url.replace(/\/+$/, '');

  const makeRequest = async (...[, , path, method, headers, body]: Parameters<MakeRequest>) => {
    const request = {
      method: method as 'GET' | 'POST' | 'DELETE',
      url: new URL(base + path),
      headers: headersOf(headers, body),
      ...(body ? { body } : {}),
    };
    const result = await (method === 'GET' ? read : write)(async (signal) => {
      const answered = await sendHttpRequest(agent, request, signal);
      return answered.answered ? readAnswer(answered.answer) : attemptVerdictOfFailure(answered.failure);
    });
    if (result.state !== 'unavailable') return responseOf(result);
    if (result.reason === 'refused') throw new PaymentsRefusedError(null, 'Stripe refuses our key');
    throw new PaymentsUnavailableError(`Stripe gave no usable answer: ${result.reason}`);
  };
  return { getClientName: () => 'undici', makeRequest, close: () => agent.close() };
}

function readAnswer(answer: HttpResponse): AttemptVerdict<StripeReply> {
  const { status, json } = answer;
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (status >= 200 && status < 300) {
    return isObject && !('error' in json)
      ? answeredAttemptVerdict({ state: 'answered', status, json })
      : unreadableAttemptVerdict();
  }
  // A call with the same key is still running: waiting for its response is worthwhile.
  if (status === 409) return unavailableAttemptVerdict('source-error', { retryable: true, retryAfterMs: keyInUseMs });
  const isError = isObject && 'error' in json && typeof json.error === 'object' && json.error !== null;
  if (isError && status === 402) return answeredAttemptVerdict({ state: 'declined', status, json });
  if (isError && (status === 400 || status === 404)) return answeredAttemptVerdict({ state: 'rejected', status, json });
  return attemptVerdictOfStatus(answer);
}

/** Omits the content type of an empty body, as for DELETE. */
const headersOf = (headers: Parameters<MakeRequest>[4], body: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => body || name !== 'content-type'),
  );

/** Omits the headers: the SDK would only put them into warnings and errors. */
const responseOf = ({ status, json }: StripeReply) => ({
  getStatusCode: () => status,
  getHeaders: () => ({}),
  getRawResponse: () => json,
  toStream: () => {
    throw new Error('Responses of Stripe are not streamed');
  },
  toJSON: () => Promise.resolve(json),
});
