import { Module } from '@nestjs/common';
import { AccountDeletionController } from './account-deletion.controller.ts';

@Module({ controllers: [AccountDeletionController] })
export class AccountDeletionModule {}
