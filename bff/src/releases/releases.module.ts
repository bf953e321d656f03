import { Module } from '@nestjs/common';
import { RegistryController } from './registry/registry.controller.ts';
import { ReleaseSpeedController } from './release-speed/release-speed.controller.ts';
import { ReleaseSpeedService } from './release-speed/release-speed.service.ts';
import { ReleasesController } from './releases.controller.ts';
import { ReleasesService } from './releases.service.ts';
import { VisitorChannelController } from './visitor-channel/visitor-channel.controller.ts';
import { DiscoveryController } from './web/discovery.controller.ts';
import { DiscoveryService } from './web/discovery.ts';
import { PrerenderedPageStore } from './web/prerendered-page-store.ts';
import { ReleaseFiles } from './web/release-files.ts';
import { ReleaseWarmer } from './web/release-warmer.ts';
import { WebController } from './web/web.controller.ts';
import { WebService } from './web/web.service.ts';

/** The controller of pages is last: its route matches every path. */
@Module({
  controllers: [
    ReleaseSpeedController,
    ReleasesController,
    RegistryController,
    VisitorChannelController,
    DiscoveryController,
    WebController,
  ],
  providers: [
    ReleaseSpeedService,
    ReleasesService,
    ReleaseFiles,
    ReleaseWarmer,
    PrerenderedPageStore,
    WebService,
    DiscoveryService,
  ],
})
export class ReleasesModule {}
