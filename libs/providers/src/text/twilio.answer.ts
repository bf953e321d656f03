import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unavailableAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import type { SentText, TextDeliveryState, AvailableTextAnswer } from './text.port.ts';
import { meaningOfTwilioCode } from './twilio-error-codes.ts';
import { deliveryStateOfTwilioStatus } from './twilio-receipt.ts';

const sid = z.string().check(z.regex(/^(?:SM|MM)[0-9a-f]{32}$/));
/** Twilio sends numbers as text. */
const segments = z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number));
const number = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

const made = z.object({ sid, to: number, num_segments: segments, status: z.string() });
const refusal = z.object({ code: z.int().check(z.minimum(10_000), z.maximum(99_999)), status: z.int() });
const listed = z.object({
  messages: z.array(
    z.object({
      sid,
      to: z.string(),
      from: z.nullable(z.string()),
      body: z.nullable(z.string()),
      num_segments: segments,
      /** RFC 2822. */
      date_created: z.string(),
    }),
  ),
});

const delivery = z.object({ sid, status: z.string(), error_code: z.nullable(z.int()) });
/** The code of a text that was deleted, or that belongs to another account. */
const notFound = 20_404;

/** Codes of too many requests at the moment. */
const rateCodes = new Set([14_107, 20_429, 30_001, 63_038]);
/** Codes about the account, its key or its rights. */
const accountCodes = new Set([20_003, 20_005, 20_008, 20_404, 30_002]);

/**
 * The verdict on a response to `POST Messages.json`, with whether Twilio may have the text: certainly not when it
 * responded with its own error.
 */
export function readTwilioSendAnswer(
  to: string,
  answer: HttpResponse,
): { verdict: AttemptVerdict<AvailableTextAnswer>; taken: 'no' | 'unknown' } {
  const { status, json, retryAfterMs } = answer;
  if (status === 201 || status === 200) {
    const text = made.safeParse(json);
    if (!text.success || text.data.to !== to) return { verdict: unreadableAttemptVerdict(), taken: 'unknown' };
    const accepted = { state: 'accepted', sid: text.data.sid, segments: text.data.num_segments } as const;
    return { verdict: answeredAttemptVerdict<AvailableTextAnswer>(accepted), taken: 'unknown' };
  }
  const parsed = refusal.safeParse(json);
  if (status >= 400 && status < 500 && parsed.success && parsed.data.status === status) {
    return { verdict: verdictOfCode(parsed.data.code, retryAfterMs), taken: 'no' };
  }
  const taken = status === 401 || status === 403 || status === 429 ? 'no' : 'unknown';
  return { verdict: attemptVerdictOfStatus(answer), taken };
}

const verdictOfCode = (code: number, retryAfterMs: number | null): AttemptVerdict<AvailableTextAnswer> => {
  if (meaningOfTwilioCode(code).stop !== null)
    return answeredAttemptVerdict<AvailableTextAnswer>({ state: 'number-fault', code });
  if (rateCodes.has(code)) return unavailableAttemptVerdict('rate-limited', { retryAfterMs });
  if (accountCodes.has(code)) return unavailableAttemptVerdict('refused');
  return answeredAttemptVerdict<AvailableTextAnswer>({ state: 'rejected', code });
};

/** The verdict on a response to `GET Messages.json?To=&From=`. */
export function readTwilioListAnswer(
  { to, from, since }: { to: string; from: string; since: Date },
  answer: HttpResponse,
): AttemptVerdict<{ state: 'found'; texts: SentText[] }> {
  if (answer.status !== 200) return attemptVerdictOfStatus(answer);
  const list = listed.safeParse(answer.json);
  if (!list.success) return unreadableAttemptVerdict();
  const texts = list.data.messages
    .filter((each) => each.to === to && each.from === from)
    .map((each) => ({
      sid: each.sid,
      body: each.body ?? '',
      segments: each.num_segments,
      createdAt: new Date(each.date_created),
    }));
  if (texts.some(({ createdAt }) => Number.isNaN(createdAt.getTime()))) return unreadableAttemptVerdict();
  return answeredAttemptVerdict({ state: 'found', texts: texts.filter(({ createdAt }) => createdAt >= since) });
}

/** The verdict on a response to `GET Messages/{sid}.json`. */
export function readTwilioDeliveryAnswer(
  requestedSid: string,
  { status, json, ...answer }: HttpResponse,
): AttemptVerdict<TextDeliveryState> {
  if (status === 404) {
    const parsed = refusal.safeParse(json);
    return parsed.success && parsed.data.code === notFound
      ? answeredAttemptVerdict<TextDeliveryState>({ state: 'unknown' })
      : attemptVerdictOfStatus({ status, json, ...answer });
  }
  if (status !== 200) return attemptVerdictOfStatus({ status, json, ...answer });
  const text = delivery.safeParse(json);
  const state = text.success && text.data.sid === requestedSid ? deliveryStateOfTwilioStatus(text.data.status) : null;
  if (!text.success || state === null) return unreadableAttemptVerdict();
  return answeredAttemptVerdict<TextDeliveryState>({ state, code: state === 'failed' ? text.data.error_code : null });
}
