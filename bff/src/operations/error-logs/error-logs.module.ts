import { Module } from '@nestjs/common';
import { ErrorLogsController } from './error-logs.controller.ts';
import { ErrorLogsService } from './error-logs.service.ts';
import { ReleaseFailureRecorder } from './release-failure-recorder.ts';

@Module({ controllers: [ErrorLogsController], providers: [ErrorLogsService, ReleaseFailureRecorder] })
export class ErrorLogsModule {}
