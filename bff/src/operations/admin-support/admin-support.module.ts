import { Module } from '@nestjs/common';
import { AdminCustomersController } from './admin-customers.controller.ts';
import { CustomerActionsController } from './customer-actions.controller.ts';
import { CustomerActionsService } from './customer-actions.service.ts';
import { CustomerFileService } from './customer-file.service.ts';
import { CustomerSearchService } from './customer-search.service.ts';

@Module({
  controllers: [AdminCustomersController, CustomerActionsController],
  providers: [CustomerActionsService, CustomerFileService, CustomerSearchService],
})
export class AdminSupportModule {}
