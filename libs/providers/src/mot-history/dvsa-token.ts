import pTimeout from 'p-timeout';
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

export interface DvsaTokenConfig {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

export type DvsaTokenAnswer = { granted: true; token: string } | { granted: false; verdict: AttemptVerdict<never> };

export interface DvsaTokenSource {
  /**
   * The current token, or a new one. Concurrent callers share one token request.
   * @throws the reason of `signal` when it is aborted; the shared request continues for the others.
   */
  get(signal: AbortSignal): Promise<DvsaTokenAnswer>;
  /** Discards this token, unless a newer one has replaced it. */
  drop(token: string): void;
}

const grant = z.object({
  /** Printable ASCII: anything else is not valid in a header. */
  access_token: z.string().check(z.maxLength(16_384), z.regex(/^[\x21-\x7e]+$/)),
  expires_in: z.union([
    z.number().check(z.positive()),
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  ]),
});
const oauthError = z.object({ error: z.string() });

/** A token is renewed this long before it expires, or a tenth of its lifetime if that is less. */
const maxMarginMs = 60_000;

function refusal(answer: HttpResponse): AttemptVerdict<never> {
  // Entra reports a wrong client, secret or scope with a 400 or a 401.
  if (answer.status === 400 && oauthError.safeParse(answer.json).success) return unavailableAttemptVerdict('refused');
  return attemptVerdictOfStatus(answer);
}

/** OAuth 2 client credentials for the MOT History API; `now` is in milliseconds, `timeoutMs` limits one request. */
export function createDvsaTokenSource(
  agent: Agent,
  { config, timeoutMs }: { config: DvsaTokenConfig; timeoutMs: number },
  now: () => number,
): DvsaTokenSource {
  const url = new URL(config.tokenUrl);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: config.clientId,
    client_secret: config.clientSecret,
    scope: config.scope,
  }).toString();
  let held: { token: string; renewAt: number } | null = null;
  let underWay: Promise<DvsaTokenAnswer> | null = null;

  async function fetchToken(): Promise<DvsaTokenAnswer> {
    const askedAt = now();
    const answered = await sendHttpRequest(
      agent,
      { method: 'POST', url, headers, body },
      AbortSignal.timeout(timeoutMs),
    );
    if (!answered.answered) return { granted: false, verdict: attemptVerdictOfFailure(answered.failure) };
    if (answered.answer.status !== 200) return { granted: false, verdict: refusal(answered.answer) };
    const granted = grant.safeParse(answered.answer.json);
    if (!granted.success) return { granted: false, verdict: unreadableAttemptVerdict() };
    const lifeMs = granted.data.expires_in * 1_000;
    const token = granted.data.access_token;
    held = { token, renewAt: askedAt + lifeMs - Math.min(maxMarginMs, lifeMs / 10) };
    return { granted: true, token };
  }

  return {
    async get(signal) {
      if (held && now() < held.renewAt) return { granted: true, token: held.token };
      underWay ??= fetchToken().finally(() => {
        underWay = null;
      });
      return pTimeout(underWay, { milliseconds: Number.POSITIVE_INFINITY, signal });
    },
    drop(token) {
      if (held?.token === token) held = null;
    },
  };
}
