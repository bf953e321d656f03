import { Module } from '@nestjs/common';
import { AdminErrorLogsController } from './admin-error-logs.controller.ts';
import { AdminErrorLogsService } from './admin-error-logs.service.ts';

@Module({ controllers: [AdminErrorLogsController], providers: [AdminErrorLogsService] })
export class AdminErrorLogsModule {}
