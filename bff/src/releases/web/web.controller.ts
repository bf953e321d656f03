import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Context } from '@ve/data/kernel/context';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { BffConfig } from '../../config.ts';
import { plainPage } from '../../http/plain-page.ts';
import { targetPathOf, targetQueryOf } from '../../http/request-target.ts';
import { toProblemError } from '../../http/to-problem-error.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { NonApiRoute } from '../../http/route-rules.ts';
import { permissionsPolicyOfPage, pageSecurityPolicy } from '../../http/security-headers.ts';
import { PageLoadCounter } from '../live/page-load-counter.ts';
import { ReleaseOverrides } from '../live/release-overrides.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { VisitorChannels } from '../live/visitor-channels.ts';
import { cacheControlForOneHour, rssFeedXml, SitemapAndFeedService } from './discovery.ts';
import { ReleaseFiles } from './release-files.ts';
import { sendReleaseFile } from './static-files.ts';
import { type PagePathResolution, SitePagesService } from './web.service.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsContentCoding } from '../../http/accepts-content-coding.ts';

const shellFiles = ['/favicon.svg'];
const hourInSeconds = 3_600;

/** Browsers accept HTML; clients that accept anything get a page only if a remote owns the path. */
const wantsPage = (accept: string | undefined, { owned }: PagePathResolution & { is: 'page' }): boolean => {
  const taken = accept ?? '*/*';
  return taken.includes('text/html') || (taken.includes('*/*') && owned !== null);
};

@ApiExcludeController()
@Controller()
export class SitePagesController {
  readonly #origin: string;
  readonly #secure: boolean;
  readonly #session: string;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(SitePagesService) private readonly web: SitePagesService,
    @Inject(ReleaseOverrides) private readonly overrides: ReleaseOverrides,
    @Inject(ReleaseFiles) private readonly files: ReleaseFiles,
    @Inject(SitemapAndFeedService) private readonly discovery: SitemapAndFeedService,
    @Inject(VisitorChannels) private readonly visitors: VisitorChannels,
    @Inject(PageLoadCounter) private readonly loads: PageLoadCounter,
  ) {
    this.#origin = config.PUBLIC_ORIGIN;
    this.#secure = config.PUBLIC_ORIGIN.startsWith('https:');
    this.#session = sessionCookieName(config.PUBLIC_ORIGIN);
  }

  @Get(shellFiles)
  @NonApiRoute('visitor', { inPreviews: true })
  async shellFile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const version = await this.web.shellVersion();
    if (version === null) throw new ProblemError('not-found');
    const path = (request.routeOptions.url ?? '').slice(1);
    const located = await this.files.locate({ name: 'shell', version }, path);
    if (located === null) throw new ProblemError('not-found');
    await sendReleaseFile(reply, { located, path, caching: { seconds: hourInSeconds, immutable: false } });
  }

  /** Unknown API paths are not pages, in any spelling. */
  @Get(['api/*', 'remotes'])
  @NonApiRoute('visitor', { inPreviews: true })
  nothing(): never {
    throw new ProblemError('not-found');
  }

  /** Every other path is a page, a redirect to one, a feed, or not found. */
  @Get('*')
  @NonApiRoute('visitor', { inPreviews: true })
  async page(
    @CurrentContext() context: Context,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.web.find(context, request, targetPathOf(request));
    if (found.is === 'elsewhere') {
      // A page that only the canary has must be requested again as the same visitor. Redirects are not cached.
      await this.visitors.keep(reply, found.choice.visitor);
      // The query as sent; a question mark may be part of it.
      await reply.redirect(found.path + (/\?.*$/s.exec(request.url)?.[0] ?? ''), 301);
    } else if (found.is === 'feed') {
      await this.#sendFeed(found, reply);
    } else {
      if (!wantsPage(request.headers.accept, found)) throw new ProblemError('not-found');
      await this.#sendPage(found, request, reply);
    }
  }

  /** 404 while the remote has no article. */
  async #sendFeed({ live, release, feed }: PagePathResolution & { is: 'feed' }, reply: FastifyReply): Promise<void> {
    const articles = await this.discovery.articles(live, release);
    if (articles.length === 0) throw new ProblemError('not-found');
    void reply
      .header('content-type', 'application/rss+xml; charset=utf-8')
      .header('cache-control', cacheControlForOneHour);
    await reply.send(rssFeedXml(this.#origin, feed, articles));
  }

  /**
   * Whether the page may wait for its scripts. Not if the visitor is signed in or the URL has a query: header and page
   * would differ from the prerendered ones.
   */
  #mayWait({ cookies, url }: FastifyRequest): boolean {
    return cookies[this.#session] === undefined && !url.includes('?');
  }

  async #sendPage(
    found: PagePathResolution & { is: 'page' },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (found.choice.isStale) this.overrides.end(reply);
    const nonce = randomBytes(16).toString('base64');
    void reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept, accept-encoding');
    try {
      const page = await this.web.page(found, nonce, {
        mayWait: this.#mayWait(request),
        query: new URLSearchParams(targetQueryOf(request)),
      });
      const { status, listed, referrer, html, sources, local, inline } = page;
      if (!listed) void reply.header('x-robots-tag', 'noindex');
      if (referrer === 'none') void reply.header('referrer-policy', 'no-referrer');
      await this.visitors.keep(reply, found.choice.visitor);
      void reply.header(
        'content-security-policy',
        pageSecurityPolicy({ nonce, secure: this.#secure, sources, local, inline }),
      );
      void reply.header('permissions-policy', permissionsPolicyOfPage(sources));
      const { body, encoding } = await compressPage(html, request.headers['accept-encoding']);
      if (encoding) void reply.header('content-encoding', encoding);
      void reply.status(status).send(body);
      this.loads.count(request, found.choice, found.owned?.owner ?? null);
    } catch (error) {
      if (toProblemError(error).code !== 'service-unavailable') throw error;
      // Without a page there is no bar: staff whose override has no usable shell get the live one with the next page.
      if (found.choice.override?.page.by === 'staff') this.overrides.end(reply);
      void reply.status(503).header('retry-after', 5).send(serviceUnavailablePage);
    }
  }
}

/** The page sent when no other can be sent. */
export const serviceUnavailablePage = plainPage({
  title: 'Service not available',
  heading: 'The service is not available right now',
  paragraphs: ['Try again in a minute.', '<a href="">Try again</a>'],
});

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Smaller pages hardly compress. */
const minCompressBytes = 1_024;
/** Every page has its own nonce, so every response is compressed, at a quality that takes a millisecond. */
const quality = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** Encodes a page by the client's Accept-Encoding: brotli, gzip or plain. */
async function compressPage(
  html: string,
  acceptEncoding: string | undefined,
): Promise<{ body: string | Buffer; encoding: 'br' | 'gzip' | null }> {
  if (html.length < minCompressBytes) return { body: html, encoding: null };
  if (acceptsContentCoding(acceptEncoding, 'br')) return { body: await brotli(html, quality), encoding: 'br' };
  if (acceptsContentCoding(acceptEncoding, 'gzip'))
    return { body: await deflate(html, { level: 5 }), encoding: 'gzip' };
  return { body: html, encoding: null };
}
