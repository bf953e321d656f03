import { Module } from '@nestjs/common';
import { VehicleDataController } from './vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

@Module({
  controllers: [VehicleDataController],
  providers: [VehicleFetches, VehicleDataService],
})
export class VehicleDataModule {}
