import { Module } from '@nestjs/common';
import { ReleaseSpeedController } from './release-speed.controller.ts';
import { ReleaseSpeedService } from './release-speed.service.ts';

@Module({ controllers: [ReleaseSpeedController], providers: [ReleaseSpeedService] })
export class ReleaseSpeedModule {}
