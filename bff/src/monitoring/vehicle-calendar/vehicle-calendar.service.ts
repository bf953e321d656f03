import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { type VehicleCalendarDate, vehicleCalendarDates } from '@ve/domain/monitoring/reminders/calendar-dates';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ProblemError } from '@ve/app/kernel/problem-error';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { BffConfig } from '../../config.ts';
import { addCalendarEvent } from '../watch/calendar-events.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

const titles: Readonly<Record<VehicleCalendarDate['kind'], string>> = { tax: 'vehicle tax due', mot: 'MOT due' };
const alarmDays = [14, 1];

@Injectable()
export class VehicleCalendarService {
  readonly #origin: string;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  /**
   * The tax and MOT dates of a stored vehicle as RFC 5545 text.
   * @throws ProblemError `not-found` when the vehicle is not stored or has no date from today on: a calendar file must
   * have an event
   */
  async read({ em, now }: Pick<Context, 'em' | 'now'>, registration: string): Promise<string> {
    const held = await findVehicleRecord(em, registration);
    const dates = held === null ? [] : vehicleCalendarDates(held.record, londonDate(now())).dates;
    if (dates.length === 0) throw new ProblemError('not-found');
    const url = new URL(`/report?reg=${registration}`, this.#origin).href;
    const plate = formatRegistration(registration);
    const calendar = ical({
      name: `${plate}: tax and MOT`,
      prodId: { company: 'Vehicle Enquiry', product: 'Report', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
    });
    for (const { kind, on, at } of dates) {
      addCalendarEvent(calendar, {
        name: `${kind}-${registration.toLowerCase()}`,
        on,
        notedAt: new Date(at),
        summary: `${plate}: ${titles[kind]}`,
        description: `As of ${formatDate(londonDate(new Date(at)))}. Check whether it has moved: ${url}`,
        url,
        alarmDays,
      });
    }
    return calendar.toString();
  }
}
