import { Module } from '@nestjs/common';
import { ErrorLogsController } from './error-logs.controller.ts';
import { ErrorLogsService } from './error-logs.service.ts';
import { ReleaseFaults } from './release-faults.ts';

@Module({ controllers: [ErrorLogsController], providers: [ErrorLogsService, ReleaseFaults] })
export class ErrorLogsModule {}
