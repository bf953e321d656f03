import { Global, Module } from '@nestjs/common';
import { Vehicles } from '../vehicles.ts';
import { FetchAdmission } from './fetch-admission.ts';
import { VehicleDataController } from './vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

@Global()
@Module({
  controllers: [VehicleDataController],
  providers: [
    FetchAdmission,
    VehicleFetches,
    VehicleDataService,
    { provide: Vehicles, useExisting: VehicleDataService },
  ],
  exports: [Vehicles],
})
export class VehicleDataModule {}
