/** A message of the page to its frame, which replies to it. */
export interface StripeFrameRequest {
  id: number;
  type: string;
  body: unknown;
}

export interface StripeFramePort {
  /** Sends an event to the page. */
  emit(type: string, body?: unknown): void;
}

/**
 * Waits for the page that embeds this frame, and replies to its messages over a private channel. @param start receives
 * the page's first message and the port for events; returns the message handlers by type
 */
export function answerEmbeddingPage(
  start: (hello: unknown, port: StripeFramePort) => Readonly<Record<string, (body: never) => unknown>>,
): void {
  const onHello = ({ source, data, ports: [port] }: MessageEvent<unknown>): void => {
    if (source !== window.parent || !port || typeof data !== 'object' || data === null || !('stripeSandbox' in data)) {
      return;
    }
    window.removeEventListener('message', onHello);
    const answers = start(data.stripeSandbox, { emit: (type, body) => port.postMessage({ type, body }) });
    port.onmessage = ({ data: { id, type, body } }: MessageEvent<StripeFrameRequest>) => {
      Promise.resolve(answers[type]?.(body as never)).then(
        (reply) => port.postMessage({ id, reply }),
        (error: unknown) => port.postMessage({ id, failure: String(error) }),
      );
    };
  };
  window.addEventListener('message', onHello);
}
