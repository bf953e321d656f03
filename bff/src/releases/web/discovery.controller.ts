import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { BffConfig } from '../../config.ts';
import { NonApiRoute } from '../../http/route-rules.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { cacheControlForOneHour, robotsTxt, sitemapXml, SitemapAndFeedService } from './discovery.ts';

/** Files for search engines. */
@ApiExcludeController()
@Controller()
export class RobotsAndSitemapController {
  readonly #origin: string;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(SitemapAndFeedService) private readonly discovery: SitemapAndFeedService,
  ) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  @Get('/robots.txt')
  @NonApiRoute('visitor')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', cacheControlForOneHour)
  async robots(): Promise<string> {
    return robotsTxt(this.#origin, await this.discovery.closed());
  }

  @Get('/sitemap.xml')
  @NonApiRoute('visitor')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', cacheControlForOneHour)
  async siteMap(): Promise<string> {
    return sitemapXml(this.#origin, await this.discovery.pages());
  }
}
