import { Module } from '@nestjs/common';
import { AdminReleasesController } from './admin-releases.controller.ts';
import { AdminReleasesService } from './admin-releases.service.ts';

@Module({ controllers: [AdminReleasesController], providers: [AdminReleasesService] })
export class AdminReleasesModule {}
