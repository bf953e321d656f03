import { Module } from '@nestjs/common';
import { WatchPreferences } from '@ve/app/monitoring/watch/change-watch';
import { AddressRegister } from '../../membership/address-register.ts';
import { provide } from '../../platform/provide.ts';
import { CalendarController } from './calendar.controller.ts';
import { CalendarService } from './calendar.service.ts';
import { CalendarTokens } from './calendar-tokens.ts';
import { FindingsService } from './findings.service.ts';
import { WatchLogService } from './watch-log.service.ts';
import { WatchController } from './watch.controller.ts';
import { WatchService } from './watch.service.ts';

@Module({
  controllers: [WatchController, CalendarController],
  providers: [
    CalendarService,
    CalendarTokens,
    FindingsService,
    WatchLogService,
    provide(WatchPreferences, [AddressRegister]),
    WatchService,
  ],
})
export class WatchModule {}
