import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { buildEndpointPath } from '@ve/contracts/endpoint';
import { readVehicleCalendarEndpoint } from '@ve/contracts/http/monitoring/vehicle-calendar';
import { vehicleCalendarDates } from '@ve/domain/monitoring/reminders/calendar-dates';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { MutedText } from '@ve/ui/text/text';
import { pendingSources } from '../pending/pending-sources.ts';
import { calendarFileMessages as messages } from './calendar-messages.en-gb.ts';
import { KeepOrShareOption } from './share-option.tsx';

const listed = new Intl.ListFormat('en-GB');

interface CalendarProps {
  record: VehicleRecord;
  today: IsoDate;
}

/** The due dates of tax and MOT as a calendar file, or that there is none. */
export function CalendarFileButton({ record, today }: CalendarProps) {
  const isAsking = pendingSources(record).length > 0;
  const hasDates = !isAsking && vehicleCalendarDates(record, today).dates.length > 0;
  return (
    <KeepOrShareOption title={messages.title}>
      {hasDates ? (
        <ButtonLink
          href={buildEndpointPath(readVehicleCalendarEndpoint, { registration: record.registration })}
          download
          $variant="secondary"
        >
          <Icon glyph={CalendarPlus} />
          {messages.action}
        </ButtonLink>
      ) : (
        <MutedText>{isAsking ? messages.asking : messages.none}</MutedText>
      )}
    </KeepOrShareOption>
  );
}

/** What the calendar file holds, and why it lacks a date. */
export function calendarFileText({ record, today }: CalendarProps): string {
  const { dates, missing } = vehicleCalendarDates(record, today);
  const named = listed.format(dates.map(({ kind, on }) => messages.date(kind, formatDate(on))));
  return [
    ...(dates.length === 0 ? [messages.none] : [messages.text(named), messages.stays]),
    ...missing.map(({ kind, why }) => messages.why(kind, why)),
  ].join(' ');
}
