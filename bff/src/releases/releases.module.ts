import { Module } from '@nestjs/common';
import { RemoteRegistryController } from './registry/registry.controller.ts';
import { ReleasePageSpeedController } from './release-speed/release-speed.controller.ts';
import { ReleasePageSpeedService } from './release-speed/release-speed.service.ts';
import { ReleasesController } from './releases.controller.ts';
import { ReleasesService } from './releases.service.ts';
import { PreviewsController } from './previews/previews.controller.ts';
import { PreviewsService } from './previews/previews.service.ts';
import { VisitorChannelController } from './visitor-channel/visitor-channel.controller.ts';
import { RobotsAndSitemapController } from './web/discovery.controller.ts';
import { SitemapAndFeedService } from './web/discovery.ts';
import { PrerenderedPageStore } from './web/prerendered-page-store.ts';
import { ReleaseFiles } from './web/release-files.ts';
import { ReleaseCacheWarmer } from './web/release-warmer.ts';
import { SitePagesController } from './web/web.controller.ts';
import { SitePagesService } from './web/web.service.ts';

/** The controller of pages is last: its route matches every path. */
@Module({
  controllers: [
    ReleasePageSpeedController,
    ReleasesController,
    PreviewsController,
    RemoteRegistryController,
    VisitorChannelController,
    RobotsAndSitemapController,
    SitePagesController,
  ],
  providers: [
    ReleasePageSpeedService,
    ReleasesService,
    PreviewsService,
    ReleaseFiles,
    ReleaseCacheWarmer,
    PrerenderedPageStore,
    SitePagesService,
    SitemapAndFeedService,
  ],
})
export class ReleasesModule {}
