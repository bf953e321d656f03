import { stripeElementNotMountedError } from './integration-error.ts';

interface LinkOptions {
  src: string;
  title: string;
  /** The first message to the frame; sent again when the frame was moved and reloads. */
  hello: () => unknown;
  onEvent: (type: string, body: unknown) => void;
}

interface Waiting {
  resolve: (reply: unknown) => void;
  reject: (error: Error) => void;
}

/** A frame of the sandbox's origin with a private channel that no other window can use. */
export class StripeFrameLink {
  readonly element = document.createElement('iframe');
  readonly #options: LinkOptions;
  readonly #waiting = new Map<number, Waiting>();
  #unsent: object[] = [];
  #port: MessagePort | null = null;
  #asked = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.element.title = options.title;
    this.element.src = options.src;
    this.element.addEventListener('load', () => this.#connect());
  }

  /** Sends a message and resolves to the frame's reply. Rejects when the frame is removed meanwhile. */
  ask(type: string, body: unknown): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, type, body });
    });
  }

  close(): void {
    this.#port?.close();
    this.#port = null;
    this.#unsent = [];
    this.element.remove();
    for (const { reject } of this.#waiting.values()) reject(stripeElementNotMountedError());
    this.#waiting.clear();
  }

  #send(message: object): void {
    if (this.#port) this.#port.postMessage(message);
    else this.#unsent.push(message);
  }

  #connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) => this.#hear(data);
    const { origin } = new URL(this.#options.src);
    this.element.contentWindow?.postMessage({ stripeSandbox: this.#options.hello() }, origin, [port2]);
    for (const message of this.#unsent.splice(0)) port1.postMessage(message);
  }

  #hear(data: Record<string, unknown>): void {
    if (typeof data['type'] === 'string') return this.#options.onEvent(data['type'], data['body']);
    const waiting = this.#waiting.get(Number(data['id']));
    this.#waiting.delete(Number(data['id']));
    if ('failure' in data) waiting?.reject(new Error(String(data['failure'])));
    else waiting?.resolve(data['reply']);
  }
}
