import { Module } from '@nestjs/common';
import { FetchDoor } from './fetch-door.ts';
import { VehicleDataController } from './vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

@Module({
  controllers: [VehicleDataController],
  providers: [FetchDoor, VehicleFetches, VehicleDataService],
})
export class VehicleDataModule {}
