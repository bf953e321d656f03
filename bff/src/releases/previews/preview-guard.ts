import { ProblemError } from '@ve/app/kernel/problem-error';
import { findReleasePreview, type ReleasePreview } from '@ve/data/releases/preview/release-preview.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCrossOriginProblem } from '../../http/cross-origin.ts';
import { plainPage } from '../../http/plain-page.ts';
import type { PreviewRequest } from '../../http/preview-host.ts';
import { targetPathOf, targetQueryOf } from '../../http/request-target.ts';
import type { BffDatabase } from '../../platform/database.ts';
import { type PreviewLinks, previewKeyParameter } from './preview-links.ts';

const readMethods = new Set(['GET', 'HEAD']);

/** No crawler may read anything of a preview's host, whether or not there is a preview. */
const robots = 'User-agent: *\nDisallow: /\n';

interface GuardParts {
  links: PreviewLinks;
  database: BffDatabase;
  clock: Clock;
}

/**
 * Decides about every request for the host of a preview, before its body is read and by its matched route. Without the
 * key of its link there is nothing at any address. With it, routes that name `inPreviews` answer; customers' and staff's
 * reads answer that no one is signed in; everything else is refused.
 */
export class PreviewGuard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  protect(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, reply, done) => {
      if (request.preview === null) return void done();
      this.#decide(request, request.preview, { instance, reply }).then((isAnswered) => {
        if (!isAnswered) done();
      }, done);
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      if (request.preview !== null) keepToItsHost(request.preview, reply);
      done(null, payload);
    });
  }

  /** Returns whether it has answered the request. @throws ProblemError why the request is refused */
  async #decide(
    request: FastifyRequest,
    preview: PreviewRequest,
    { instance, reply }: { instance: FastifyInstance; reply: FastifyReply },
  ): Promise<boolean> {
    const isRead = readMethods.has(request.method);
    if (isRead && targetPathOf(request) === '/robots.txt') {
      void reply.type('text/plain; charset=utf-8').send(robots);
      return true;
    }
    const linked = keyInQuery(request);
    const key = linked ?? cookieIn(preview, instance);
    const found = key === undefined ? null : await this.#find(preview.name, key);
    if (found === null) {
      if (!isRead || !(request.headers.accept ?? '').includes('text/html')) throw new ProblemError('not-found');
      void reply.status(404).type('text/html; charset=utf-8').send(noPreviewPage);
      return true;
    }
    if (linked !== null && isRead) {
      void reply
        .header('set-cookie', cookieOf(preview, linked, found.expiresAt))
        .header('referrer-policy', 'no-referrer')
        .redirect(preview.origin + withoutKey(request), 303);
      return true;
    }
    preview.shows = { name: found.name, version: found.version };
    const problem = findPreviewProblem(request, preview);
    if (problem !== null) throw problem;
    return false;
  }

  async #find(name: string, key: string): Promise<ReleasePreview | null> {
    const id = await this.#parts.links.idIn(name, key);
    const preview =
      id === null ? null : await findReleasePreview(this.#parts.database.reader, name, this.#parts.clock());
    return preview?.id === id ? preview : null;
  }
}

/** Why a request with the key is refused; null if its route answers, or refuses visitors itself. */
function findPreviewProblem(request: FastifyRequest, { origin }: PreviewRequest): ProblemError | null {
  const isRead = readMethods.has(request.method);
  if (request.is404) return isRead ? null : new ProblemError('preview-read-only');
  const { inPreviews, audience } = request.routeOptions.config;
  if (inPreviews === true) return findCrossOriginProblem(request, origin);
  const needsSession = audience === 'customer' || (typeof audience === 'object' && 'staff' in audience);
  return isRead && needsSession ? null : new ProblemError('preview-read-only');
}

/** What is cached or stored for the preview stays with this browser and this host. */
function keepToItsHost({ origin }: PreviewRequest, reply: FastifyReply): void {
  const caching = String(reply.getHeader('cache-control') ?? '');
  if (/\bpublic\b/.test(caching)) void reply.header('cache-control', caching.replace(/\bpublic\b/, 'private'));
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  if (cookies.length === 0) return;
  void reply.removeHeader('set-cookie');
  const own = cookies.filter((cookie) => cookie.startsWith(`${cookieName(origin)}=`));
  if (own.length > 0) void reply.header('set-cookie', own);
}

const cookieName = (origin: string): string => (origin.startsWith('https:') ? '__Host-ve-preview' : 've-preview');

const cookieIn = ({ origin, cookies }: PreviewRequest, instance: FastifyInstance): string | undefined =>
  cookies === null ? undefined : instance.parseCookie(cookies)[cookieName(origin)];

/** For this host alone: it names no domain. It comes back from links on other sites, so it is `Lax`. */
const cookieOf = ({ origin }: PreviewRequest, key: string, expiresAt: Date): string =>
  [
    `${cookieName(origin)}=${key}`,
    'Path=/',
    `Expires=${expiresAt.toUTCString()}`,
    'HttpOnly',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');

const keyInQuery = (request: FastifyRequest): string | null =>
  new URLSearchParams(targetQueryOf(request)).get(previewKeyParameter);

/** The target as it was sent, without the key, which must not stay in the browser's history. */
function withoutKey(request: FastifyRequest): string {
  const rest = targetQueryOf(request)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(previewKeyParameter))
    .join('&');
  return targetPathOf(request) + (rest === '' ? '' : `?${rest}`);
}

/** The same for a preview that never was, one that has ended, and one whose key is missing or wrong. */
export const noPreviewPage = plainPage({
  title: 'No preview here',
  heading: 'There is no preview at this address',
  paragraphs: ['It may have ended, or it needs the whole link that its team was given.'],
});
