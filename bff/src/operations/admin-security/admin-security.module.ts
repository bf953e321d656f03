import { Module } from '@nestjs/common';
import { StaffCredentials } from '@ve/app/identity/staff/staff-credentials';
import { provide } from '../../platform/provide.ts';
import { AdminSecurityController } from './admin-security.controller.ts';
import { OwnCredentials } from '@ve/app/identity/staff/change-own-credentials';

@Module({ controllers: [AdminSecurityController], providers: [provide(OwnCredentials, [StaffCredentials])] })
export class AdminSecurityModule {}
