import { Module } from '@nestjs/common';
import { AccountDeletionController } from './account-deletion.controller.ts';
import { AccountDeletionService } from './account-deletion.service.ts';

@Module({ controllers: [AccountDeletionController], providers: [AccountDeletionService] })
export class AccountDeletionModule {}
