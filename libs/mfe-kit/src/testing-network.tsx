import { afterEach, beforeEach } from '@jest/globals';

export interface RecordedCall {
  method: string;
  path: string;
  /** Parsed JSON; null without a body. */
  body: unknown;
}

export interface FakeHttpResponse {
  /** 200 by default. */
  status?: number;
  /** Sent as JSON; by default there is no body. */
  body?: unknown;
  /** Sent as is, instead of `body`. */
  text?: string;
  headers?: Record<string, string>;
}

/** The outcome of a request. `no-answer`: the connection fails. `silence`: no response until the caller aborts. */
export type FakeRequestOutcome = FakeHttpResponse | 'no-answer' | 'silence' | Promise<FakeHttpResponse>;

/** A stream of server-sent events that the page opened. */
export interface FakeEventStream {
  url: string;
  isClosed: () => boolean;
  /** Sends the value as the JSON of a `message` event. */
  send: (value: unknown) => void;
  sendText: (data: string) => void;
  /** Sends the event that keeps the stream alive. */
  keepAlive: () => void;
  fail: () => void;
}

export interface FakeNetwork {
  calls: RecordedCall[];
  /** The options of each call, in the order of `calls`. */
  options: RequestInit[];
  streams: FakeEventStream[];
  /** Sets the responses to `METHOD path`, in order; the last one repeats. An unexpected request is `no-answer`. */
  answer: (request: string, ...replies: FakeRequestOutcome[]) => void;
}

const responseOf = ({ status = 200, body, text, headers = {} }: FakeHttpResponse): Response =>
  new Response(text ?? (body === undefined ? null : JSON.stringify(body)), { status, headers });

/** Settles with the given promise, unless the caller aborts first. */
const rejectOnAbort = <T,>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectAborted = () => {
      reject(new DOMException('The user aborted a request.', 'AbortError'));
    };
    if (signal?.aborted === true) rejectAborted();
    signal?.addEventListener('abort', rejectAborted, { once: true });
    work.then(resolve, reject);
  });

/**
 * Replaces `fetch` and `EventSource` in every test of the file that calls this at its top; each test starts with a
 * fresh network.
 */
export function installFakeNetwork(): FakeNetwork {
  const replies = new Map<string, FakeRequestOutcome[]>();
  const network: FakeNetwork = {
    calls: [],
    options: [],
    streams: [],
    answer: (request, ...given) => void replies.set(request, given),
  };

  const reply = async (request: string): Promise<Response> => {
    const queue = replies.get(request) ?? [];
    const next = await (queue.length > 1 ? queue.shift() : queue[0]);
    if (next === 'silence') return new Promise(() => undefined);
    if (next === undefined || next === 'no-answer') throw new TypeError('fetch failed');
    return responseOf(next);
  };

  const fakeFetch: typeof fetch = (input, options = {}) => {
    const method = options.method ?? 'GET';
    const path = input instanceof Request ? input.url : String(input);
    const body = typeof options.body === 'string' ? (JSON.parse(options.body) as unknown) : null;
    network.calls.push({ method, path, body });
    network.options.push(options);
    return rejectOnAbort(reply(`${method} ${path}`), options.signal);
  };

  class FakeEventSource extends EventTarget {
    onmessage: ((event: MessageEvent<string>) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    #closed = false;

    constructor(url: string) {
      super();
      const sendText = (data: string) => this.onmessage?.(new MessageEvent('message', { data }));
      network.streams.push({
        url,
        isClosed: () => this.#closed,
        send: (value) => sendText(JSON.stringify(value)),
        sendText,
        keepAlive: () => void this.dispatchEvent(new MessageEvent('waiting', { data: '{}' })),
        fail: () => this.onerror?.(new Event('error')),
      });
    }

    close() {
      this.#closed = true;
    }
  }

  const before = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
  beforeEach(() => {
    replies.clear();
    Object.assign(network, { calls: [], options: [], streams: [] });
    Object.assign(globalThis, { fetch: fakeFetch, EventSource: FakeEventSource });
  });
  afterEach(() => {
    Object.assign(globalThis, before);
  });
  return network;
}
