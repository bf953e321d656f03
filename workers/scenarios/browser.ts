import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { setTimeout as delay } from 'node:timers/promises';

export interface ScenarioAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Thrown for a response that no user action explains. */
export class UnexpectedAnswerError extends Error {}

/** How long a browser retries, in real milliseconds. */
const waitLimitMs = 180_000;
const againMs = 400;

export interface ScenarioBrowser {
  /** Calls the product's API like a page; retries, as its "Try again" does, while there is no response or a 503. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<ScenarioAnswer>;
  /** Like `call`, but throws unless the status is 200. */
  must(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>;
}

export interface ScenarioBrowserOptions {
  origin: string;
  /** The client's network address, sent in a header that the balancer is trusted to set. */
  address: string;
  /** Called for each try whose response was lost or was a 503. */
  onLost: () => void;
}

/** A browser with cookies and a network address; it retries when it gets no response. */
export const openScenarioBrowser = ({ origin, address, onLost }: ScenarioBrowserOptions): ScenarioBrowser => {
  const cookies = new Map<string, string>();
  const once = async (method: string, path: string, body?: object): Promise<ScenarioAnswer> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...firstPartyHeaders,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const call: ScenarioBrowser['call'] = async (method, path, body) => {
    const deadline = Date.now() + waitLimitMs;
    for (;;) {
      const answer = await once(method, path, body).catch(() => null);
      if (answer !== null && answer.status !== 503 && answer.status !== 502) {
        if (answer.status >= 500) throw new UnexpectedAnswerError(`${method} ${path}: ${JSON.stringify(answer)}`);
        return answer;
      }
      onLost();
      if (Date.now() > deadline)
        throw new Error(`${method} ${path}: no answer in ${waitLimitMs / 1_000} s (${answer?.status ?? 'lost'})`);
      await delay(againMs);
    }
  };
  return {
    call,
    must: async (method, path, body) => {
      const answer = await call(method, path, body);
      if (answer.status !== 200) throw new UnexpectedAnswerError(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer.body;
    },
  };
};
