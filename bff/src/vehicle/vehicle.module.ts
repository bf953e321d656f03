import { Global, Module } from '@nestjs/common';
import { fetchRequests } from './vehicle-data/fetch-requests.ts';
import { VehicleDataController } from './vehicle-data/vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data/vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-data/vehicle-fetches.ts';

@Global()
@Module({
  controllers: [VehicleDataController],
  providers: [fetchRequests, VehicleFetches, VehicleDataService],
  exports: [VehicleDataService],
})
export class VehicleModule {}
