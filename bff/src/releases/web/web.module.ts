import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.ts';
import { DiscoveryService } from './discovery.service.ts';
import { ReleaseFiles } from './release-files.ts';
import { ReleaseWarmer } from './release-warmer.ts';
import { PageStore } from './page-store.ts';
import { WebController } from './web.controller.ts';
import { WebService } from './web.service.ts';

@Module({
  controllers: [DiscoveryController, WebController],
  providers: [ReleaseFiles, ReleaseWarmer, PageStore, WebService, DiscoveryService],
})
export class WebModule {}
