import { Module } from '@nestjs/common';
import { VehicleCalendarController } from './vehicle-calendar.controller.ts';
import { VehicleCalendarService } from './vehicle-calendar.service.ts';

@Module({ controllers: [VehicleCalendarController], providers: [VehicleCalendarService] })
export class VehicleCalendarModule {}
