import { Module } from '@nestjs/common';
import { AdminSecurityController } from './admin-security.controller.ts';
import { AdminSecurityService } from './admin-security.service.ts';

@Module({ controllers: [AdminSecurityController], providers: [AdminSecurityService] })
export class AdminSecurityModule {}
