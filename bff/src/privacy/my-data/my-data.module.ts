import { Module } from '@nestjs/common';
import { DataExportController } from './data-export.controller.ts';
import { EmailChangeController } from './email-change.controller.ts';
import { EmailChangeService } from './email-change.service.ts';
import { ProfileController } from './profile.controller.ts';
import { ProfileService } from './profile.service.ts';

@Module({
  controllers: [ProfileController, EmailChangeController, DataExportController],
  providers: [ProfileService, EmailChangeService],
})
export class MyDataModule {}
