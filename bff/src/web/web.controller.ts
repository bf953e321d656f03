import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { pageSecurityPolicy } from '../http/security-headers.ts';
import { faultOf } from '../http/fault-of.ts';
import { CONFIG } from '../platform/tokens.ts';
import { packPage } from './compress.ts';
import { serviceUnavailablePage } from './unavailable-page.ts';
import { WebService } from './web.service.ts';

/** Addresses of old pages (specification section 2). */
const moved: Readonly<Record<string, string>> = {
  '/pages/terms': '/terms',
  '/pages/contact': '/contact',
  '/pages/privacy': '/privacy',
  '/pages/faq': '/faq',
};

const shellFiles = ['/favicon.svg'];
const hourInSeconds = 3_600;

@ApiExcludeController()
@Controller()
export class WebController {
  readonly #secure: boolean;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(WebService) private readonly web: WebService,
  ) {
    this.#secure = config.PUBLIC_ORIGIN.startsWith('https:');
  }

  @Get(Object.keys(moved))
  redirect(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const [path = '', query] = request.url.split('?', 2);
    void reply.redirect(`${moved[path] ?? '/'}${query === undefined ? '' : `?${query}`}`, 301);
  }

  @Get(shellFiles)
  async shellFile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const version = await this.web.shellVersion();
    if (version === null) throw new ProblemError('not-found');
    const file = request.url.split('?')[0] ?? '';
    await reply.sendFile(`shell/${version}${file}`, { maxAge: hourInSeconds * 1_000, immutable: false });
  }

  /** Every other address is a page for a browser, or nothing. */
  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?')[0] ?? '/';
    const accept = request.headers.accept ?? '*/*';
    if (/^\/(api|remotes)(\/|$)/.test(path)) throw new ProblemError('not-found');
    const wantsHtml = accept.includes('text/html');
    if (!wantsHtml && !(accept.includes('*/*') && (await this.web.isOwned(path)))) throw new ProblemError('not-found');
    const nonce = randomBytes(16).toString('base64');
    void reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept, accept-encoding');
    try {
      const { status, html, frames } = await this.web.page(path, nonce);
      void reply.header('content-security-policy', pageSecurityPolicy(nonce, this.#secure, frames));
      const { body, encoding } = await packPage(html, request.headers['accept-encoding']);
      if (encoding) void reply.header('content-encoding', encoding);
      void reply.status(status).send(body);
    } catch (error) {
      if (faultOf(error).code !== 'service-unavailable') throw error;
      void reply.status(503).header('retry-after', 5).send(serviceUnavailablePage);
    }
  }
}
