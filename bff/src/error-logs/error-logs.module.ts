import { Module } from '@nestjs/common';
import { ErrorLogsController } from './error-logs.controller.ts';
import { ErrorLogsService } from './error-logs.service.ts';

@Module({ controllers: [ErrorLogsController], providers: [ErrorLogsService] })
export class ErrorLogsModule {}
