import { Module } from '@nestjs/common';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';
import { DataRequests } from '@ve/app/privacy/data-requests';
import { provide } from '../../platform/provide.ts';
import { DataRequestsController } from './data-requests.controller.ts';

@Module({ controllers: [DataRequestsController], providers: [provide(DataRequests, [RequestedMails])] })
export class DataRequestsModule {}
