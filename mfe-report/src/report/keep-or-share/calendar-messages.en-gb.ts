import type { VehicleCalendarDate, MissingCalendarDateReason } from '@ve/domain/monitoring/reminders/calendar-dates';

const kinds = { tax: 'Tax', mot: 'MOT' } satisfies Record<VehicleCalendarDate['kind'], string>;

export const calendarFileMessages = {
  title: 'In your calendar',
  text: (dates: string) => `${dates}, with alarms two weeks before and the day before.`,
  date: (kind: VehicleCalendarDate['kind'], on: string) => `${kinds[kind]} on ${on}`,
  action: 'Add to calendar',
  stays: 'The file does not update: these are today’s dates.',
  none: 'There are no dates to add.',
  asking: 'We are still asking about tax and MOT.',
  why: (kind: VehicleCalendarDate['kind'], why: MissingCalendarDateReason) =>
    ({
      sorn: 'Tax: none is due, as it is declared off the road (SORN).',
      exported: `${kinds[kind]}: it is recorded as exported or marked for export.`,
      scrapped: `${kinds[kind]}: it is recorded as scrapped.`,
      exempt: 'MOT: a vehicle over 40 years old may need none.',
      'not-held': `${kinds[kind]}: the registers give no date.`,
      passed: `${kinds[kind]}: its date has passed.`,
      silent: `${kinds[kind]}: the register did not answer.`,
    })[why],
} as const;
