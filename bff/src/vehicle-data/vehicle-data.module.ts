import { Module } from '@nestjs/common';
import { FetchEventsService } from './fetch-events.service.ts';
import { FetchWatch } from './fetch-watch.ts';
import { VehicleDataController } from './vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data.service.ts';

@Module({
  controllers: [VehicleDataController],
  providers: [FetchWatch, FetchEventsService, VehicleDataService],
})
export class VehicleDataModule {}
