import { TabColumn, TwoColumns } from '../tab-section.tsx';
import { MemberDueDates } from '../dates/member-due-dates.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { ReminderChannels } from './reminder-channels.tsx';
import { ReminderLeadsEditor } from './reminder-leads-editor.tsx';
import { PauseReminders } from './pause-reminders.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { UpcomingReminders } from './upcoming-reminders.tsx';

/** The settings of reminders: channels, days, the member's own dates, quiet hours, a pause, and the next messages. */
export function RemindersTab({ userId, watch }: DashboardTabProps) {
  return (
    <TwoColumns>
      <TabColumn>
        <ReminderChannels userId={userId} watch={watch} />
        <ReminderLeadsEditor userId={userId} watch={watch} />
        <MemberDueDates userId={userId} watch={watch} />
      </TabColumn>
      <TabColumn>
        <UpcomingReminders watch={watch} />
        <QuietHours userId={userId} watch={watch} />
        <PauseReminders userId={userId} watch={watch} />
      </TabColumn>
    </TwoColumns>
  );
}
