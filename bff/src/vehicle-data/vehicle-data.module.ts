import { Module } from '@nestjs/common';
import { FetchAdmission } from './fetch-admission.ts';
import { VehicleDataController } from './vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

@Module({
  controllers: [VehicleDataController],
  providers: [FetchAdmission, VehicleFetches, VehicleDataService],
})
export class VehicleDataModule {}
