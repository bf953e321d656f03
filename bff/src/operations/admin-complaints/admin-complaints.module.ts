import { Module } from '@nestjs/common';
import { AdminComplaintsController } from './admin-complaints.controller.ts';
import { AdminComplaintsService } from './admin-complaints.service.ts';

@Module({ controllers: [AdminComplaintsController], providers: [AdminComplaintsService] })
export class AdminComplaintsModule {}
