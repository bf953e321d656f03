import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { Config } from '../config.ts';
import { CONFIG } from '../platform/tokens.ts';
import { robotsFile, rssFeed, siteMap } from './discovery.ts';
import { DiscoveryService } from './discovery.service.ts';

const feedPath = '/blog/rss.xml';
const forAnHour = 'public, max-age=3600';

/** What search engines and feed readers ask for. */
@ApiExcludeController()
@Controller()
export class DiscoveryController {
  readonly #origin: string;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  @Get('/robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', forAnHour)
  robots(): string {
    return robotsFile(this.#origin);
  }

  @Get('/sitemap.xml')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', forAnHour)
  async siteMap(): Promise<string> {
    return siteMap(this.#origin, await this.discovery.pages());
  }

  /** Not found while no live remote has an article. */
  @Get(feedPath)
  @Header('content-type', 'application/rss+xml; charset=utf-8')
  @Header('cache-control', forAnHour)
  async feed(): Promise<string> {
    const articles = await this.discovery.articles();
    if (articles.length === 0) throw new ProblemError('not-found');
    return rssFeed(this.#origin, feedPath, articles);
  }
}
