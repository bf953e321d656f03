import { createHttpAgent, sendHttpRequest, type HttpRequest, type HttpResponse } from './http-exchange.ts';
import { slowProviderLimits } from './provider-limits.ts';
import type { VendorCallFailure } from './call-result.ts';

/** Whether a vendor accepts our account. Neither text repeats a key, an address or the vendor's own words. */
export type VendorAccess = { accepted: true; detail: string } | { accepted: false; problem: string };

export const accepted = (detail: string): VendorAccess => ({ accepted: true, detail });
export const notAccepted = (problem: string): VendorAccess => ({ accepted: false, problem });

const problems: Record<VendorCallFailure, string> = {
  timeout: 'it gave no answer in time',
  'rate-limited': 'it says that we call too often',
  'budget-spent': 'our own budget is spent',
  refused: 'it refuses our key or account',
  'source-error': 'it cannot be reached, or reports an error of its own',
  'unreadable-answer': 'its answer cannot be read',
  'circuit-open': 'it has failed too often just now',
};

/** An adapter's failure as the reason why a vendor does not accept us. */
export const notAcceptedBecause = (failure: VendorCallFailure): VendorAccess => notAccepted(problems[failure]);

/** The reason in a response that is none of the documented ones of a working account. */
const notAcceptedByStatus = ({ status }: HttpResponse): VendorAccess => {
  if (status === 401 || status === 403) return notAcceptedBecause('refused');
  if (status === 429) return notAcceptedBecause('rate-limited');
  return notAccepted(`it answered with the unexpected status ${status}`);
};

/**
 * Sends one request, without retries and limits, and reads whether the vendor accepts us; `read` returns null for a
 * response that is none of a working account. Never throws.
 */
export const requestVendorAccess = async (
  request: Pick<HttpRequest, 'url' | 'headers'>,
  read: (answer: HttpResponse) => VendorAccess | null,
  signal: AbortSignal,
): Promise<VendorAccess> => {
  const agent = createHttpAgent({ ...slowProviderLimits, ratePerSecond: 1, burst: 1 });
  try {
    const answered = await sendHttpRequest(agent, { method: 'GET', ...request }, signal);
    if (answered.answered) return read(answered.answer) ?? notAcceptedByStatus(answered.answer);
    if (answered.failure === 'unreadable') return notAcceptedBecause('unreadable-answer');
    return answered.failure === 'connection'
      ? notAccepted('no connection to it can be made')
      : notAcceptedBecause('timeout');
  } finally {
    await agent.destroy();
  }
};
