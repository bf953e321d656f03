import type { RouteOptions } from 'fastify';

/**
 * Maximum size of a body that a parser reads into memory, in bytes; most routes have far less. Together with the
 * sockets' buffers, no route reads 256 KB before its caller is known; `limitBodyBuffer` limits all of them together.
 */
export const maxParsedBodyBytes = 163_840;

/** Body limit of routes that take a text of thousands of characters, in bytes: each character may be escaped. */
export const longTextBodyLimit = 32_768;

/**
 * Applies the body limits that a route declares. Parsers read at most `bodyLimit` or the server's default, on upload
 * routes too: `uploadLimit` applies only to the stream of an upload.
 * @throws Error when a route could read too much before its caller is known
 */
export function applyBodyLimits(route: RouteOptions): void {
  const { audience, bodyLimit, uploadLimit, endpoint } = route.config ?? {};
  const name = `${[route.method].flat().join(', ')} ${route.url}`;
  if ((uploadLimit === undefined) !== (endpoint?.upload === undefined)) {
    throw new Error(`${name} has to have both an upload in its endpoint and an uploadLimit, or neither`);
  }
  if (uploadLimit !== undefined && audience !== 'team') throw new Error(`${name} takes uploads: its audience is team`);
  if (bodyLimit === undefined) return;
  if (bodyLimit > maxParsedBodyBytes) {
    throw new Error(`${name} has a bodyLimit of ${String(bodyLimit)}: at most ${String(maxParsedBodyBytes)}`);
  }
  route.bodyLimit = bodyLimit;
}
