import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReportReminders, readReportReminders, setReportReminders } from '@ve/contracts/http/monitoring/reminders';
import { callApi } from '@ve/mfe-kit/api';
import type { ChannelChange } from '@ve/mfe-kit/reminder-channels/channel-switches';

const keyOf = (userId: string, registration: string) => ['report-reminders', userId, registration] as const;

/** The reminders of the signed-in user, as the row of this report shows them. */
export const useReminders = (userId: string, registration: string) =>
  useQuery({
    queryKey: keyOf(userId, registration),
    queryFn: ({ signal }) => callApi(readReportReminders, { params: { registration }, signal }),
  });

/** Changes what the row shows, at once by what is known of it here. */
export function useRemindersCache(userId: string, registration: string) {
  const client = useQueryClient();
  return (change: (before: ReportReminders) => ReportReminders) => {
    client.setQueryData<ReportReminders>(keyOf(userId, registration), (before) => before && change(before));
    // The dashboard shows the same.
    void client.invalidateQueries({ queryKey: ['watch', userId] });
  };
}

/** Turns a switch, and shows what the service made of it. */
export function useSetReminders(userId: string, registration: string) {
  const client = useQueryClient();
  const set = useRemindersCache(userId, registration);
  return useMutation({
    mutationFn: (body: ChannelChange) => callApi(setReportReminders, { params: { registration }, body }),
    onSuccess: async (answer) => {
      if (answer.outcome === 'set') set(() => answer.reminders);
      if (answer.outcome === 'not-member') {
        await client.invalidateQueries({ queryKey: keyOf(userId, registration) });
      }
    },
  });
}
