import type { Agent } from 'undici';
import * as z from 'zod/mini';
import { sendHttpRequest, type HttpResponse } from '../http/http-exchange.ts';
import {
  unavailableAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';

/** Printable ASCII: anything else is not valid in a header. */
const token = z.string().check(z.maxLength(16_384), z.regex(/^[\x21-\x7e]+$/));
const grant = z.object({
  success: z.literal(true),
  data: z.object({
    access_token: token,
    expires_in: z.number().check(z.positive()),
    refresh_token: z.optional(z.nullable(token)),
  }),
});

export type FuelFinderTokenAnswer =
  { granted: true; token: string } | { granted: false; verdict: AttemptVerdict<never> };

export interface FuelFinderTokenSource {
  /** The current token, one renewed with the refresh token, or a new one. */
  get(signal: AbortSignal): Promise<FuelFinderTokenAnswer>;
  /** Discards this token and its refresh token. */
  drop(token: string): void;
}

/** A token is renewed this long before it expires, or a tenth of its lifetime if that is less. */
const maxMarginMs = 60_000;

const isRefusal = ({ status }: HttpResponse): boolean => status === 400 || status === 401 || status === 403;

/**
 * A client of Fuel Finder's OAuth endpoints, which use JSON; `now` is in milliseconds. Not safe for concurrent calls.
 */
export function createFuelFinderTokenSource(
  agent: Agent,
  {
    base,
    clientId,
    clientSecret,
    headers,
  }: { base: string; clientId: string; clientSecret: string; headers: Record<string, string> },
  now: () => number,
): FuelFinderTokenSource {
  let held: { token: string; renewAt: number; refresh: string | null } | null = null;

  async function post(path: string, body: object, signal: AbortSignal) {
    const askedAt = now();
    const request = {
      method: 'POST' as const,
      url: new URL(base + path),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, ...body }),
    };
    return { askedAt, answered: await sendHttpRequest(agent, request, signal) };
  }

  async function obtain(path: string, body: object, signal: AbortSignal): Promise<FuelFinderTokenAnswer> {
    const { askedAt, answered } = await post(path, body, signal);
    if (!answered.answered) return { granted: false, verdict: attemptVerdictOfFailure(answered.failure) };
    const { answer } = answered;
    if (isRefusal(answer)) return { granted: false, verdict: unavailableAttemptVerdict('refused') };
    if (answer.status !== 200) return { granted: false, verdict: attemptVerdictOfStatus(answer) };
    const read = grant.safeParse(answer.json);
    if (!read.success) return { granted: false, verdict: unreadableAttemptVerdict() };
    const { access_token, expires_in, refresh_token } = read.data.data;
    const lifeMs = expires_in * 1_000;
    held = {
      token: access_token,
      renewAt: askedAt + lifeMs - Math.min(maxMarginMs, lifeMs / 10),
      refresh: refresh_token ?? null,
    };
    return { granted: true, token: access_token };
  }

  return {
    async get(signal) {
      if (held && now() < held.renewAt) return { granted: true, token: held.token };
      const refresh = held?.refresh ?? null;
      held = null;
      if (refresh !== null) {
        const renewed = await obtain('/oauth/regenerate_access_token', { refresh_token: refresh }, signal);
        // Refresh tokens expire, too: then a new token is requested with our credentials.
        if (renewed.granted) return renewed;
      }
      return obtain('/oauth/generate_access_token', { client_secret: clientSecret }, signal);
    },
    drop(dropped) {
      if (held?.token === dropped) held = null;
    },
  };
}
