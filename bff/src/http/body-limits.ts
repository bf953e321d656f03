import type { RouteOptions } from 'fastify';

/**
 * Maximum of any body that a parser reads into memory, in bytes: most routes have far less. Webhooks have all of it, as
 * their signature is over the body; with what the sockets buffer, no route reads 256 KB before it knows who is calling.
 */
export const maxParsedBodyBytes = 163_840;

/**
 * Applies the limits that a route declares. What parsers read is limited to `bodyLimit`, or to the server's default, on
 * routes with uploads too: `uploadLimit` is for the stream of an upload alone.
 * @throws Error when a route could read too much before it knows who is calling
 */
export function limitBody(route: RouteOptions): void {
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
