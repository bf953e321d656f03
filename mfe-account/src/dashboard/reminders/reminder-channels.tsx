import { ReminderChannelSwitches } from '@ve/mfe-kit/reminder-channels/channel-switches';
import { AlertMailsNotice } from '../alerts/alert-mails.tsx';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch, useWatchCacheUpdate } from '../watch.query.ts';

const messages = {
  title: 'How we reach you',
  lead: 'The switches are for reminders and for alerts about your car.',
};

/** The channels of reminders: switches, addresses, and problems. */
export function ReminderChannels({ userId, watch }: DashboardTabProps) {
  const change = useChangeWatch(userId);
  const keep = useWatchCacheUpdate(userId);
  const { isPending, variables, mutate } = change;
  const { settings, mailTo, phone } = watch;
  const saving = isPending
    ? {
        ...(variables.email === undefined ? {} : { email: variables.email }),
        ...(variables.sms === undefined ? {} : { sms: variables.sms }),
      }
    : {};
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <ReminderChannelSwitches
        email={settings.email}
        sms={settings.sms}
        mailTo={mailTo}
        phone={phone}
        saving={saving}
        onChannelChange={(turned, onPhoneNeeded) =>
          mutate(turned, {
            onSuccess: ({ outcome }) => {
              if (outcome === 'phone-needed') onPhoneNeeded();
            },
          })
        }
        onPhone={(next) => keep({ ...watch, phone: next })}
      >
        <AlertMailsNotice userId={userId} watch={watch} />
      </ReminderChannelSwitches>
      {change.data?.outcome === 'phone-needed' ? null : <WatchChangeFailure change={change} />}
    </TabSection>
  );
}
