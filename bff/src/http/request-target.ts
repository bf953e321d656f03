import type { FastifyRequest } from 'fastify';

type Target = Pick<FastifyRequest, 'url'>;

/** The requested path, without the host of an absolute-form target (RFC 9112, section 3.2.2). */
export function targetPathOf({ url }: Target): string {
  const [target = '/'] = url.split('?', 1);
  return target.startsWith('/') ? target : new URL(target).pathname;
}

/** The query as it was sent, without its question mark; empty if there is none. */
export const targetQueryOf = ({ url }: Target): string => /\?(.*)$/s.exec(url)?.[1] ?? '';
