import { ChannelSwitches } from '@ve/mfe-kit/reminder-channels/channel-switches';
import { AlertMails } from '../alerts/alert-mails.tsx';
import { ChangeFailure } from '../change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { TabProps } from '../tab-props.ts';
import { useChangeWatch, useCacheWatch } from '../watch.query.ts';

const messages = {
  title: 'How we reach you',
  lead: 'The switches are for reminders and for alerts about your car.',
};

/** The channels of reminders: switches, addresses, and problems. */
export function Channels({ userId, watch }: TabProps) {
  const change = useChangeWatch(userId);
  const keep = useCacheWatch(userId);
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
      <ChannelSwitches
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
        <AlertMails userId={userId} watch={watch} />
      </ChannelSwitches>
      {change.data?.outcome === 'phone-needed' ? null : <ChangeFailure change={change} />}
    </TabSection>
  );
}
