import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  readReportReminderSettingsEndpoint,
  type ReportReminderSettings,
  changeReportReminderSettingsEndpoint,
} from '@ve/contracts/http/monitoring/reminders';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { WatchSettingsService } from '@ve/app/monitoring/watch/change-watch';
import { readMemberWatch } from '@ve/app/monitoring/watch/member-watch';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';

const parameters = { registration: 'The registration as entered' };

@ApiTags('Reminders')
@Controller()
export class ReportRemindersController {
  constructor(@Inject(WatchSettingsService) private readonly preferences: WatchSettingsService) {}

  @ServesEndpoint(readReportReminderSettingsEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns the reminder settings shown in a report',
    description: 'The settings are those of the membership, which may be for another car: see `state`.',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof readReportReminderSettingsEndpoint>,
  ): Promise<ReportReminderSettings> {
    return reportReminders(context, userIdOfActor(context), registration);
  }

  @ServesEndpoint(changeReportReminderSettingsEndpoint, {
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
    @Param() { registration }: ParsedPathParams<typeof changeReportReminderSettingsEndpoint>,
    @Body() { email, sms }: ParsedRequestBody<typeof changeReportReminderSettingsEndpoint>,
  ): Promise<EndpointAnswerBody<typeof changeReportReminderSettingsEndpoint>> {
    const userId = userIdOfActor(context);
    const outcome = await this.preferences.switchChannels(context, { userId, email, sms });
    if (outcome !== 'set') return { outcome };
    return { outcome, reminders: await reportReminders(context, userId, registration) };
  }
}

/** The reminders row of a user's report on this vehicle. */
async function reportReminders(
  { em, now }: Context,
  userId: string,
  registration: string,
): Promise<ReportReminderSettings> {
  const at = now();
  const { state, subscription, watch, phone, mailTo, textsPaused } = await readMemberWatch(em, userId, at);
  const own = subscription?.registration ?? null;
  return {
    state: state !== 'watching' ? state : own === registration ? 'watched' : 'car-changed',
    registration: own,
    email: watch?.emailOn ?? true,
    sms: watch?.smsOn ?? false,
    phone,
    mailTo,
    paused: watch !== null && areRemindersPausedOn(watch, londonDate(at)),
    textsPaused,
  };
}
