import { BreakGlassAccess } from '@ve/app/identity/staff/break-glass-access';
import { breakGlassHeader } from '@ve/contracts/local-admin';
import { breakGlassSessionLifetimeSeconds } from '@ve/domain/identity/lifetimes';
import type { Actor, Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BlockList } from 'node:net';
import type { BffConfig } from '../../config.ts';
import { secretTokenCookie } from '../../http/secret-token-cookie.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers of proxies. Through a proxy on this machine, every client would appear to come from loopback. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-|true-|x-cluster-|fastly-|cf-connecting-)(?:client-)?ip)$/;

type LocalActor = Extract<Actor, { kind: 'local-admin' }>;

/** The requests and the cookie of break-glass sessions. */
export interface BreakGlassSessionCookie {
  /**
   * Whether a request may use break-glass: the secret is configured, this is not production, and the request comes from
   * loopback directly.
   */
  isPossible(request: FastifyRequest): boolean;
  /** The actor of a request that asks for break-glass rights and whose browser has an open session; otherwise null. */
  find(context: Pick<Context, 'em' | 'now'>, request: FastifyRequest): Promise<LocalActor | null>;
  /** The id of the browser's open break-glass session; null for none. */
  sessionOf(context: Pick<Context, 'em' | 'now'>, request: FastifyRequest): Promise<string | null>;
  set(reply: FastifyReply, token: string): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

export function createBreakGlassSessionCookie(
  config: Pick<BffConfig, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'LOCAL_ADMIN_SECRET'>,
): BreakGlassSessionCookie {
  const breakGlass = new BreakGlassAccess(config.LOCAL_ADMIN_SECRET);
  const cookie = secretTokenCookie(config.PUBLIC_ORIGIN, {
    name: '__Host-ve-local-admin',
    seconds: breakGlassSessionLifetimeSeconds,
    sameSite: 'strict',
  });
  const isPossible: BreakGlassSessionCookie['isPossible'] = ({ socket, headers }) => {
    if (!breakGlass.isConfigured || config.NODE_ENV === 'production') return false;
    if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
    const { remoteAddress: address = '', remoteFamily: family } = socket;
    return family !== undefined && loopback.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  };
  const sessionOf: BreakGlassSessionCookie['sessionOf'] = async (context, request) => {
    const hash = cookie.read(request.cookies);
    return hash === null || !isPossible(request) ? null : breakGlass.find(context, hash);
  };
  return {
    isPossible,
    sessionOf,
    async find(context, request) {
      if (request.headers[breakGlassHeader] !== 'true') return null;
      const sessionId = await sessionOf(context, request);
      return sessionId === null ? null : { kind: 'local-admin', sessionId };
    },
    set: (reply, token) => {
      cookie.set(reply, token);
    },
    clear: (request, reply) => {
      if (cookie.read(request.cookies) !== null) cookie.clear(reply);
    },
  };
}
