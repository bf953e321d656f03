import { Module } from '@nestjs/common';
import { WatchSettingsService } from '@ve/app/monitoring/watch/change-watch';
import { PostalAddressRegister } from '../membership/postal-address-register.ts';
import { provideClass } from '../platform/provide.ts';
import { PetrolPricesController } from './petrol/petrol.controller.ts';
import { ReportRemindersController } from './reminders/reminders.controller.ts';
import { VehicleCalendarController } from './vehicle-calendar/vehicle-calendar.controller.ts';
import { VehicleCalendarService } from './vehicle-calendar/vehicle-calendar.service.ts';
import { CalendarFeedController } from './watch/calendar.controller.ts';
import { CalendarFeedService } from './watch/calendar.service.ts';
import { CalendarFeedTokens } from './watch/calendar-feed-tokens.ts';
import { MonitorFindingsService } from './watch/findings.service.ts';
import { WatchController } from './watch/watch.controller.ts';
import { WatchService } from './watch/watch.service.ts';

@Module({
  controllers: [
    CalendarFeedController,
    PetrolPricesController,
    ReportRemindersController,
    VehicleCalendarController,
    WatchController,
  ],
  providers: [
    CalendarFeedService,
    CalendarFeedTokens,
    MonitorFindingsService,
    VehicleCalendarService,
    WatchService,
    provideClass(WatchSettingsService, [PostalAddressRegister]),
  ],
})
export class MonitoringModule {}
