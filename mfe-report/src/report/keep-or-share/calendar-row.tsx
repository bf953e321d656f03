import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { buildPath } from '@ve/contracts/endpoint';
import { readVehicleCalendar } from '@ve/contracts/http/monitoring/vehicle-calendar';
import { calendarDates } from '@ve/domain/monitoring/reminders/calendar-dates';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Muted } from '@ve/ui/text/text';
import { pendingSources } from '../pending/pending-sources.ts';
import { calendarMessages as messages } from './calendar-messages.en-gb.ts';
import { ShareOptionRow } from './share-option-row.tsx';

const listed = new Intl.ListFormat('en-GB');

/** The due dates of tax and MOT as a calendar file, or the reason why there is no date. */
export function CalendarRow({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  if (pendingSources(record).length > 0) {
    return (
      <ShareOptionRow title={messages.title} text={messages.asking}>
        {null}
      </ShareOptionRow>
    );
  }
  const { dates, missing } = calendarDates(record, today);
  const named = listed.format(dates.map(({ kind, on }) => messages.date(kind, formatDate(on))));
  return (
    <ShareOptionRow title={messages.title} text={dates.length === 0 ? messages.none : messages.text(named)}>
      {missing.map(({ kind, why }) => (
        <Muted key={kind}>{messages.why(kind, why)}</Muted>
      ))}
      {dates.length === 0 ? null : (
        <>
          <ButtonLink
            href={buildPath(readVehicleCalendar, { registration: record.registration })}
            download
            $variant="secondary"
          >
            <Icon glyph={CalendarPlus} />
            {messages.action}
          </ButtonLink>
          <Muted>{messages.stays}</Muted>
        </>
      )}
    </ShareOptionRow>
  );
}
