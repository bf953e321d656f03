import { Module } from '@nestjs/common';
import { DisputesController } from './disputes.controller.ts';
import { DisputesService } from './disputes.service.ts';

@Module({ controllers: [DisputesController], providers: [DisputesService] })
export class DisputesModule {}
