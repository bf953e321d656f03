import { Module } from '@nestjs/common';
import { WatchPreferences } from '@ve/app/monitoring/watch/change-watch';
import { AddressRegister } from '../../membership/address-register.ts';
import { provide } from '../../platform/provide.ts';
import { RemindersController } from './reminders.controller.ts';
import { RemindersService } from './reminders.service.ts';

@Module({
  controllers: [RemindersController],
  providers: [RemindersService, provide(WatchPreferences, [AddressRegister])],
})
export class RemindersModule {}
