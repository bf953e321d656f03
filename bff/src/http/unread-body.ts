import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body of at most this declared size is read to its end after the response, so that its connection can be reused. */
const drainedBytes = 16_384;
/** How long a client that is still sending may take to read its response, in milliseconds. */
const lingerMs = 1_000;

const hasBody = ({ 'content-length': length, 'transfer-encoding': coding }: IncomingMessage['headers']): boolean =>
  coding !== undefined || (length !== undefined && length !== '0');

const isDrained = ({ 'content-length': length, 'transfer-encoding': coding }: IncomingMessage['headers']): boolean =>
  coding === undefined && Number(length) <= drainedBytes;

/**
 * Closes the connections of requests whose body was not read before the response. Node would read and discard the rest,
 * regardless of its size. Nothing more is read. The connection stays half-open for a second: closing it immediately
 * resets it, and a client that is still sending would lose the response.
 *
 * `Expect: 100-continue` is handled by `send100Continue`; any other expectation gets 417.
 */
export function closeOnUnreadBody(server: Server): void {
  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request.headers) || isDrained(request.headers)) return;
    response.setHeader('connection', 'close');
    // Before Node's own listener, which discards the rest of the body.
    response.prependOnceListener('finish', () => {
      if (!request.complete) stopReading(request);
    });
  };
  server.prependListener('request', watch);
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    watch(request, response);
    response.writeHead(417).end();
  });
}

/** Sends 100 Continue to a client that waits for it (RFC 9110, section 10.1.1). For requests that were admitted. */
export function send100Continue({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined && httpVersion === '1.1' && hasBody(headers)) response.writeContinue();
}

/** Stops reading from a connection, and closes it once its client has had time to read the response. */
function stopReading({ socket }: IncomingMessage): void {
  // Node starts reading again on `resume`, which is emitted late: also when the socket was paused meanwhile.
  socket.removeAllListeners('resume');
  // A socket that counts as paused would not emit `pause`.
  socket.resume();
  socket.pause();
  // Called by Node once the response is written.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
