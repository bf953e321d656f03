import { Module } from '@nestjs/common';
import { DataRequestsController } from './data-requests.controller.ts';
import { DataRequestsService } from './data-requests.service.ts';

@Module({ controllers: [DataRequestsController], providers: [DataRequestsService] })
export class DataRequestsModule {}
