import { localAdminHeader } from '@ve/contracts/local-admin';
import type { Actor, Context } from '@ve/data/kernel/context';
import {
  endLocalAdmin,
  findLocalAdmin,
  localAdminSeconds,
  createLocalAdminSession,
} from '@ve/data/identity/staff/local-admin.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { Config } from '../../config.ts';
import { tokenCookie } from '../../http/token-cookie.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers of proxies. Through a proxy on this machine, every client would appear to come from loopback. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-|true-|x-cluster-|fastly-|cf-connecting-)(?:client-)?ip)$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type LocalActor = Extract<Actor, { kind: 'local-admin' }>;

/** Break-glass: staff rights without a user, for a caller on the machine itself who knows its secret. */
export interface LocalAdmins {
  /**
   * Whether a request may use break-glass: the secret is configured, this is not production, and the request comes from
   * loopback directly.
   */
  isPossible(request: FastifyRequest): boolean;
  isSecret(given: string): boolean;
  /** The actor of a request that asks for break-glass rights and whose browser has an open session; otherwise null. */
  find(context: Pick<Context, 'em' | 'now'>, request: FastifyRequest): Promise<LocalActor | null>;
  /** Opens a session in the caller's transaction; pass its token to `set` after the commit. */
  open(em: Context['em'], now: Date): Promise<{ id: string; token: string }>;
  set(reply: FastifyReply, token: string): void;
  /** Ends the browser's break-glass session, if any; returns its id. */
  end(context: Pick<Context, 'em' | 'now'>, request: FastifyRequest, reply: FastifyReply): Promise<string | null>;
}

export function localAdmins(config: Pick<Config, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'LOCAL_ADMIN_SECRET'>): LocalAdmins {
  const { LOCAL_ADMIN_SECRET: secret, NODE_ENV: mode } = config;
  const cookie = tokenCookie(config.PUBLIC_ORIGIN, {
    name: '__Host-ve-local-admin',
    seconds: localAdminSeconds,
    sameSite: 'strict',
  });
  // Bound to the secret: sessions opened with an earlier secret are invalid.
  const boundTo = (key: string, hash: string): string => createHmac('sha256', key).update(hash).digest('hex');
  const isPossible: LocalAdmins['isPossible'] = ({ socket, headers }) => {
    if (secret === undefined || mode === 'production') return false;
    if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
    const { remoteAddress: address = '', remoteFamily: family } = socket;
    return family !== undefined && loopback.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  };
  const sessionOf = async ({ em, now }: Pick<Context, 'em' | 'now'>, request: FastifyRequest) => {
    const hash = cookie.read(request.cookies);
    if (secret === undefined || hash === null || !isPossible(request)) return null;
    return findLocalAdmin(em, boundTo(secret, hash), now());
  };
  return {
    isPossible,
    isSecret: (given) => secret !== undefined && timingSafeEqual(digest(given), digest(secret)),
    async find(context, request) {
      if (request.headers[localAdminHeader] !== 'true') return null;
      const sessionId = await sessionOf(context, request);
      return sessionId === null ? null : { kind: 'local-admin', sessionId };
    },
    async open(em, now) {
      if (secret === undefined) throw new Error('Break-glass access is not configured');
      const { token, hash } = newSecretToken();
      return { id: await createLocalAdminSession(em, boundTo(secret, hash), now), token };
    },
    set: (reply, token) => {
      cookie.set(reply, token);
    },
    async end(context, request, reply) {
      const id = await sessionOf(context, request);
      if (id !== null) await endLocalAdmin(context.em, id, context.now());
      if (cookie.read(request.cookies) !== null) cookie.clear(reply);
      return id;
    },
  };
}
