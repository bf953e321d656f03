import { Module } from '@nestjs/common';
import { AdminAuditController } from './admin-audit.controller.ts';
import { AdminAuditService } from './admin-audit.service.ts';

@Module({ controllers: [AdminAuditController], providers: [AdminAuditService] })
export class AdminAuditModule {}
