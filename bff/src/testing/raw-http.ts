import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawHttpResponse {
  status: number;
  head: string;
  body: string;
}

/** Sends the raw bytes of a request that no HTTP client would produce, and reads the whole response. */
export async function sendRawHttp(url: string, request: string | Uint8Array): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(request);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body };
}

/** The text of a request with `Connection: close`. */
export const rawHttpRequest = (line: string, headers: Record<string, string>, body = ''): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({
      connection: 'close',
      ...(body === '' ? {} : { 'content-length': body.length }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
