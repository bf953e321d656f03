import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import { readReportReminders, type ReportReminders, setReportReminders } from '@ve/contracts/http/monitoring/reminders';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOf } from '../../http/user-id.ts';
import { WatchPreferences } from '@ve/app/monitoring/watch/change-watch';
import { RemindersService } from './reminders.service.ts';

const parameters = { registration: 'The registration as entered' };

@ApiTags('Reminders')
@Controller()
export class RemindersController {
  constructor(
    @Inject(RemindersService) private readonly reminders: RemindersService,
    @Inject(WatchPreferences) private readonly preferences: WatchPreferences,
  ) {}

  @ServesEndpoint(readReportReminders, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns the reminder settings shown in a report',
    description: 'The settings are those of the membership, which may be for another car: see `state`.',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParamsOf<typeof readReportReminders>,
  ): Promise<ReportReminders> {
    return this.reminders.read(context, userIdOf(context), registration);
  }

  @ServesEndpoint(setReportReminders, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Turns reminders by e-mail or SMS on or off',
    description:
      'SMS requires a saved phone number; until it is confirmed the setting is on and nothing is sent. Turning ' +
      'e-mail on reverses an earlier unsubscription from reminders, and from nothing else.',
    parameters,
  })
  async set(
    @CurrentContext() context: Context,
    @Param() { registration }: ParamsOf<typeof setReportReminders>,
    @Body() { email, sms }: BodyOf<typeof setReportReminders>,
  ): Promise<AnswerOf<typeof setReportReminders>> {
    const userId = userIdOf(context);
    const outcome = await this.preferences.switchChannels(context, { userId, email, sms });
    if (outcome !== 'set') return { outcome };
    return { outcome, reminders: await this.reminders.read(context, userId, registration) };
  }
}
