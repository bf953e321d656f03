import { Module } from '@nestjs/common';
import { ReleasesController } from './releases.controller.ts';
import { ReleasesService } from './releases.service.ts';

@Module({ controllers: [ReleasesController], providers: [ReleasesService] })
export class ReleasesModule {}
