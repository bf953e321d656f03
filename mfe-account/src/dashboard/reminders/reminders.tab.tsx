import { Column, Columns } from '../part.tsx';
import { MemberDates } from '../dates/member-dates.tsx';
import type { TabProps } from '../tab-props.ts';
import { Channels } from './channels.tsx';
import { LeadEditor } from './lead-editor.tsx';
import { Pause } from './pause.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { Upcoming } from './upcoming.tsx';

/** The settings of reminders: channels, days, the member's own dates, quiet hours, a pause, and the next messages. */
export function RemindersTab({ userId, watch }: TabProps) {
  return (
    <Columns>
      <Column>
        <Channels userId={userId} watch={watch} />
        <LeadEditor userId={userId} watch={watch} />
        <MemberDates userId={userId} watch={watch} />
      </Column>
      <Column>
        <Upcoming watch={watch} />
        <QuietHours userId={userId} watch={watch} />
        <Pause userId={userId} watch={watch} />
      </Column>
    </Columns>
  );
}
