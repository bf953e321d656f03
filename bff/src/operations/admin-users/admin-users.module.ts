import { Module } from '@nestjs/common';
import { AdminUsersController } from './admin-users.controller.ts';
import { AdminUsersService } from './admin-users.service.ts';

@Module({ controllers: [AdminUsersController], providers: [AdminUsersService] })
export class AdminUsersModule {}
