import { Module } from '@nestjs/common';
import { CalendarController } from './calendar.controller.ts';
import { CalendarService } from './calendar.service.ts';
import { CalendarTokens } from './calendar-tokens.ts';
import { CarService } from './car.service.ts';
import { FindingsService } from './findings.service.ts';
import { WatchLogService } from './watch-log.service.ts';
import { WatchController } from './watch.controller.ts';
import { WatchService } from './watch.service.ts';

@Module({
  controllers: [WatchController, CalendarController],
  providers: [CalendarService, CalendarTokens, CarService, FindingsService, WatchLogService, WatchService],
})
export class WatchModule {}
