import { Module } from '@nestjs/common';
import { AdminOverrideController } from './admin-override.controller.ts';
import { AdminOverrideService } from './admin-override.service.ts';

@Module({ controllers: [AdminOverrideController], providers: [AdminOverrideService] })
export class AdminOverrideModule {}
