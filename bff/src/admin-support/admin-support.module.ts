import { Module } from '@nestjs/common';
import { AdminCustomersController } from './admin-customers.controller.ts';
import { CustomerFileService } from './customer-file.service.ts';
import { CustomerSearchService } from './customer-search.service.ts';

@Module({ controllers: [AdminCustomersController], providers: [CustomerFileService, CustomerSearchService] })
export class AdminSupportModule {}
