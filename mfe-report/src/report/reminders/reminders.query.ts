import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReportReminderSettings,
  readReportReminderSettingsEndpoint,
  changeReportReminderSettingsEndpoint,
} from '@ve/contracts/http/monitoring/reminders';
import { callApi } from '@ve/mfe-kit/api';
import type { ReminderChannelChange } from '@ve/mfe-kit/reminder-channels/channel-switches';

const keyOf = (userId: string, registration: string) => ['report-reminders', userId, registration] as const;

/** The reminders of the signed-in user for the car of this report. */
export const useReportReminders = (userId: string, registration: string) =>
  useQuery({
    queryKey: keyOf(userId, registration),
    queryFn: ({ signal }) => callApi(readReportReminderSettingsEndpoint, { params: { registration }, signal }),
  });

/** Updates the cached reminders immediately with a new state. */
export function useUpdateReportRemindersCache(userId: string, registration: string) {
  const client = useQueryClient();
  return (change: (before: ReportReminderSettings) => ReportReminderSettings) => {
    client.setQueryData<ReportReminderSettings>(keyOf(userId, registration), (before) => before && change(before));
    // The dashboard shows the same settings.
    void client.invalidateQueries({ queryKey: ['watch', userId] });
  };
}

/** Sets a switch, and shows the state in the service's response. */
export function useSetReportReminders(userId: string, registration: string) {
  const client = useQueryClient();
  const set = useUpdateReportRemindersCache(userId, registration);
  return useMutation({
    mutationFn: (body: ReminderChannelChange) =>
      callApi(changeReportReminderSettingsEndpoint, { params: { registration }, body }),
    onSuccess: async (answer) => {
      if (answer.outcome === 'set') set(() => answer.reminders);
      if (answer.outcome === 'not-member') {
        await client.invalidateQueries({ queryKey: keyOf(userId, registration) });
      }
    },
  });
}
