import { Module } from '@nestjs/common';
import { WatchSettingsService } from '@ve/app/monitoring/watch/change-watch';
import { PostalAddressRegister } from '../membership/postal-address-register.ts';
import { provideFactory } from '../platform/provide.ts';
import { PetrolController } from './petrol/petrol.controller.ts';
import { PetrolService } from './petrol/petrol.service.ts';
import { RemindersController } from './reminders/reminders.controller.ts';
import { VehicleCalendarController } from './vehicle-calendar/vehicle-calendar.controller.ts';
import { VehicleCalendarService } from './vehicle-calendar/vehicle-calendar.service.ts';
import { CalendarController } from './watch/calendar.controller.ts';
import { CalendarService } from './watch/calendar.service.ts';
import { CalendarFeedTokens } from './watch/calendar-feed-tokens.ts';
import { MonitorFindingsService } from './watch/findings.service.ts';
import { WatchLogService } from './watch/watch-log.service.ts';
import { WatchController } from './watch/watch.controller.ts';
import { WatchService } from './watch/watch.service.ts';

@Module({
  controllers: [CalendarController, PetrolController, RemindersController, VehicleCalendarController, WatchController],
  providers: [
    CalendarService,
    CalendarFeedTokens,
    MonitorFindingsService,
    PetrolService,
    VehicleCalendarService,
    WatchLogService,
    WatchService,
    provideFactory(WatchSettingsService, [PostalAddressRegister]),
  ],
})
export class MonitoringModule {}
