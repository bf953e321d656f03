import type { ReportReminderSettings } from '@ve/contracts/http/monitoring/reminders';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { ReminderChannelSwitches } from '@ve/mfe-kit/reminder-channels/channel-switches';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';
import { useUpdateReportRemindersCache, useSetReportReminders } from './reminders.query.ts';

interface SwitchesProps {
  userId: string;
  registration: string;
  reminders: ReportReminderSettings;
}

/** The switches of a watched car (specification section 2). */
export function ReminderSwitches({ userId, registration, reminders }: SwitchesProps) {
  const { mutate, isPending, variables, error, data } = useSetReportReminders(userId, registration);
  const change = useUpdateReportRemindersCache(userId, registration);
  return (
    <>
      <MutedText>{messages.watched}</MutedText>
      <ReminderChannelSwitches
        {...reminders}
        saving={isPending ? variables : {}}
        onChannelChange={(turned, onPhoneNeeded) =>
          mutate(turned, {
            onSuccess: ({ outcome }) => {
              if (outcome === 'phone-needed') onPhoneNeeded();
            },
          })
        }
        onPhone={(phone) => change((before) => ({ ...before, phone }))}
      />
      {reminders.paused ? <Banner tone="warn">{messages.paused}</Banner> : null}
      {reminders.textsPaused ? (
        <Banner
          tone="warn"
          actions={
            <TextLink as={Link} to="/my-account?fix=card">
              {messages.pay}
            </TextLink>
          }
        >
          {messages.unpaid}
        </Banner>
      ) : null}
      {error === null ? null : <FormFailure title={messages.notSaved} error={error} />}
      {data?.outcome === 'not-member' ? <Text role="alert">{messages.notMember}</Text> : null}
      <TextLink as={Link} to="/dashboard">
        {messages.dashboard}
      </TextLink>
    </>
  );
}
