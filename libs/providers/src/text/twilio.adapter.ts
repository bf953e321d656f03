import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { attemptVerdictOfFailure } from '../http/attempt-verdict.ts';
import type { SentText, TextDeliveryState, TextPort, AvailableTextAnswer } from './text.port.ts';
import { readTwilioListAnswer, readTwilioSendAnswer, readTwilioDeliveryAnswer } from './twilio.answer.ts';

export interface TwilioConfig extends AdapterOptions {
  /** Base URL, without `/2010-04-01`. */
  url: string;
  accountSid: string;
  authToken: string;
  /** Our number, E.164: a UK long number, which can receive STOP. */
  from: string;
}

/** The rate limit of a UK long number. */
const rate = { ratePerSecond: 10, burst: 10 };

/** The adapter of Twilio Programmable Messaging, API 2010-04-01. */
export function createTwilioAdapter(config: TwilioConfig): TextPort & Closable {
  const { accountSid, authToken, from } = config;
  const limits: ProviderLimits = {
    ...defaultProviderLimits,
    headersTimeoutMs: 10_000,
    totalTimeoutMs: 15_000,
    ...rate,
    ...config.limits,
  };
  // A new connection for each text: one that Twilio closes while idle would look like a text that it may have.
  const sending = createHttpAgent(limits, { fresh: true });
  const reading = createHttpAgent(limits);
  const send = createGuardedVendorCall<AvailableTextAnswer>({
    provider: 'Twilio',
    limits: { ...limits, maxRetries: 0 },
    options: config,
  });
  const find = createGuardedVendorCall<{ state: 'found'; texts: SentText[] }>({
    provider: 'Twilio look-up',
    limits,
    options: config,
    vendor: 'Twilio',
  });
  const read = createGuardedVendorCall<TextDeliveryState>({
    provider: 'Twilio look-up',
    limits,
    options: config,
    vendor: 'Twilio',
  });
  const base = `${config.url.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };

  return {
    async send({ to, body, validSeconds, receiptUrl }) {
      const form = new URLSearchParams({
        To: to,
        From: from,
        Body: body,
        ValidityPeriod: String(validSeconds),
        StatusCallback: receiptUrl,
      });
      const request = {
        method: 'POST' as const,
        url: new URL(base),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      };
      let taken: 'no' | 'unknown' = 'no';
      const answer = await send(async (within) => {
        within.throwIfAborted();
        taken = 'unknown';
        const answered = await sendHttpRequest(sending, request, within);
        if (!answered.answered) {
          taken = answered.sent ? 'unknown' : 'no';
          return attemptVerdictOfFailure(answered.failure);
        }
        const read = readTwilioSendAnswer(to, answered.answer);
        taken = read.taken;
        return { ...read.verdict, retryable: false };
      });
      return answer.state === 'unavailable' ? { ...answer, taken } : answer;
    },

    findSent(to, since) {
      const url = new URL(base);
      // Not filtered by DateSent: it has a precision of days, and is missing for queued texts.
      url.search = new URLSearchParams({ To: to, From: from, PageSize: '200' }).toString();
      return find(async (within) => {
        const answered = await sendHttpRequest(reading, { method: 'GET', url, headers }, within);
        if (!answered.answered) return attemptVerdictOfFailure(answered.failure);
        return readTwilioListAnswer({ to, from, since }, answered.answer);
      });
    },

    read(sid) {
      const url = new URL(base.replace(/\.json$/, `/${sid}.json`));
      return read(async (within) => {
        const answered = await sendHttpRequest(reading, { method: 'GET', url, headers }, within);
        if (!answered.answered) return attemptVerdictOfFailure(answered.failure);
        return readTwilioDeliveryAnswer(sid, answered.answer);
      });
    },

    close: async () => {
      await Promise.all([sending.close(), reading.close()]);
    },
  };
}
