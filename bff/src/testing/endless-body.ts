import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A request whose body continues until the server ends it. */
export interface EndlessBodyRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The `Content-Length` to send; null: in chunks, without a length. */
  declared: number | null;
  /** The repeated content of the body. */
  content?: string;
}

export interface EndlessBodyResponse {
  status: number;
  head: string;
  body: string;
  /** Bytes that the server has read from the connection when it is closed. */
  read: number;
}

/**
 * Counts the bytes that servers of this process read from connections, on the server's side: the kernel accepts more.
 */
export class ReceivedByteCounter {
  readonly #sockets = new Map<number, Socket>();
  readonly #watch = (message: unknown): void => {
    const { socket } = (message as { request: IncomingMessage }).request;
    if (socket.remotePort !== undefined) this.#sockets.set(socket.remotePort, socket);
  };

  constructor() {
    subscribe('http.server.request.start', this.#watch);
  }

  of(port: number): number {
    return this.#sockets.get(port)?.bytesRead ?? 0;
  }

  close(): void {
    unsubscribe('http.server.request.start', this.#watch);
    this.#sockets.clear();
  }
}

const chunkBytes = 16_384;

/** Sends an endless body in chunks, as fast as the connection accepts them, until the server closes the connection. */
export async function sendEndlessBody(
  url: string,
  { method, path, headers = {}, declared, content = '{},' }: EndlessBodyRequest,
  counted: ReceivedByteCounter,
): Promise<EndlessBodyResponse> {
  const { host, hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const framing = declared === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${String(declared)}`;
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const chunk = content.repeat(Math.ceil(chunkBytes / content.length)).slice(0, chunkBytes);
  const sent = declared === null ? `${chunkBytes.toString(16)}\r\n${chunk}\r\n` : chunk;
  let text = '';
  let read = 0;
  const next = (): void => {
    if (socket.destroyed) return;
    const count = (): void => {
      read = Math.max(read, counted.of(socket.localPort ?? 0));
      setImmediate(next);
    };
    if (socket.write(sent)) count();
    else socket.once('drain', count);
  };
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')));
    // The server resets the connection after the response.
    socket.on('error', () => undefined).once('close', () => resolve());
    socket.once('end', () => (read = Math.max(read, counted.of(socket.localPort ?? 0))));
  });
  const local = new Promise<number>((resolve) => socket.once('connect', () => resolve(socket.localPort ?? 0)));
  socket.write([`${method} ${path} HTTP/1.1`, framing, ...fields, '', ''].join('\r\n'));
  next();
  const own = await local;
  await closed;
  const [head = '', body = ''] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split(/\r\n\r\n(.*)/s);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    head,
    body,
    read: Math.max(read, counted.of(own)),
  };
}
