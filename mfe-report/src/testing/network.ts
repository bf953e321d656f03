import { jest } from '@jest/globals';
import type { VehicleFetch } from '@ve/contracts/http/vehicle-data';

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** An answer to one request: a body with its status, or no answer at all. */
export type Answer = { status: number; body: unknown } | 'no-answer' | Promise<{ status: number; body: unknown }>;

/** A stream that the page opened. */
export interface OpenStream {
  url: string;
  isClosed: () => boolean;
  send: (state: VehicleFetch) => void;
  sendText: (data: string) => void;
  fail: () => void;
}

export interface Network {
  calls: Call[];
  streams: OpenStream[];
  /** Answers of `METHOD path`, in turn; the last one stays. */
  answer: (request: string, ...answers: Answer[]) => void;
  restore: () => void;
}

/** Stands where the browser meets the network: `fetch` and `EventSource`. A request nobody expected gets no answer. */
export function fakeNetwork(): Network {
  const before = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
  const answers = new Map<string, Answer[]>();
  const calls: Call[] = [];
  const streams: OpenStream[] = [];

  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const method = init?.method ?? 'GET';
    const path = String(input);
    calls.push({ method, path, body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null });
    const queue = answers.get(`${method} ${path}`) ?? [];
    const next = await (queue.length > 1 ? queue.shift() : queue[0]);
    if (next === undefined || next === 'no-answer') throw new TypeError('fetch failed');
    return new Response(JSON.stringify(next.body), { status: next.status });
  });

  class FakeEventSource {
    onmessage: ((event: MessageEvent<string>) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    #closed = false;

    constructor(url: string) {
      const sendText = (data: string) => this.onmessage?.(new MessageEvent('message', { data }));
      streams.push({
        url,
        isClosed: () => this.#closed,
        send: (state) => sendText(JSON.stringify(state)),
        sendText,
        fail: () => this.onerror?.(new Event('error')),
      });
    }

    close() {
      this.#closed = true;
    }
  }
  globalThis.EventSource = FakeEventSource as unknown as typeof EventSource;

  return {
    calls,
    streams,
    answer: (request, ...given) => void answers.set(request, given),
    restore: () => {
      Object.assign(globalThis, before);
    },
  };
}
