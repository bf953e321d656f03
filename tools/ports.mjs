import { createServer } from 'node:net';
import { LaunchError } from './launch-error.mjs';

/**
 * Whether a server could listen on the port now.
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<number | null>} the port that was bound (for port 0 the one the system chose), or null
 */
function tryPort(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve(null);
      // Without IPv6, no process can listen there.
      else if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(port);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

/** A free port, chosen by the system. */
export async function freePort() {
  const port = await tryPort(0);
  if (port === null) throw new LaunchError('No free network port on 127.0.0.1.');
  return port;
}

/**
 * The wanted port, or the next free one after it.
 * @param {number} wanted
 * @param {ReadonlySet<number>} [reserved] ports already assigned
 * @returns {Promise<number>}
 */
export async function freePortFrom(wanted, reserved = new Set()) {
  const last = Math.min(wanted + 99, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    if (reserved.has(port) || (await tryPort(port)) === null) continue;
    // A browser may resolve `localhost` to ::1, where another process may answer.
    if ((await tryPort(port, '::1')) !== null) return port;
  }
  throw new LaunchError(`Ports ${wanted} to ${last} are all taken on 127.0.0.1.`);
}
