import { Column, Columns } from '../tab-section.tsx';
import { MemberDueDates } from '../dates/member-due-dates.tsx';
import type { TabProps } from '../tab-props.ts';
import { Channels } from './reminder-channels.tsx';
import { ReminderLeadsEditor } from './reminder-leads-editor.tsx';
import { Pause } from './pause.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { UpcomingReminders } from './upcoming-reminders.tsx';

/** The settings of reminders: channels, days, the member's own dates, quiet hours, a pause, and the next messages. */
export function RemindersTab({ userId, watch }: TabProps) {
  return (
    <Columns>
      <Column>
        <Channels userId={userId} watch={watch} />
        <ReminderLeadsEditor userId={userId} watch={watch} />
        <MemberDueDates userId={userId} watch={watch} />
      </Column>
      <Column>
        <UpcomingReminders watch={watch} />
        <QuietHours userId={userId} watch={watch} />
        <Pause userId={userId} watch={watch} />
      </Column>
    </Columns>
  );
}
