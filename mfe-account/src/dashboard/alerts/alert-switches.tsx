import type { Watch } from '@ve/contracts/http/monitoring/watch';
import { type AlertSwitch, alertSwitches, alertSwitchOf, alertsSentAsText } from '@ve/domain/monitoring/alerts/alert';
import { Switch } from '@ve/ui/switch/switch';
import { ListRows } from '../../platform/list-states.tsx';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';
import { alertSwitchNames } from '../watch-names.ts';
import { AlertMailsNotice, areAlertsSentByEmail } from './alert-mails.tsx';

const messages = {
  title: 'Tell me about',
  mailed: 'By e-mail.',
  emailNotice: 'Not by e-mail at the moment.',
  texted: `Also by text: ${new Intl.ListFormat('en-GB').format(
    [...new Set(alertsSentAsText.map(alertSwitchOf))].map((kind) =>
      alertSwitchNames[kind].toLowerCase().replace('mot', 'MOT'),
    ),
  )}.`,
  smsNotice: 'Not by text at the moment.',
};

/** The channels by which alerts are currently sent. */
const leadOf = (watch: Watch): string => {
  const { settings, phone } = watch;
  const isSmsEnabled = settings.sms && phone?.state === 'confirmed';
  return `${areAlertsSentByEmail(watch) ? messages.mailed : messages.emailNotice} ${isSmsEnabled ? messages.texted : messages.smsNotice}`;
};

/** The switches of alerts. Events whose alert is switched off are still listed in the history. */
export function AlertSwitches({ userId, watch }: DashboardTabProps) {
  const change = useChangeWatch(userId);
  const { disabledAlerts } = watch.settings;
  const { isPending, variables, mutate } = change;
  const shownAlerts = isPending ? (variables.disabledAlerts ?? disabledAlerts) : disabledAlerts;
  const setAlert = (kind: AlertSwitch, on: boolean) => {
    if (isPending) return;
    mutate({ disabledAlerts: on ? disabledAlerts.filter((each) => each !== kind) : [...disabledAlerts, kind] });
  };
  return (
    <TabSection title={messages.title} lead={leadOf(watch)}>
      <AlertMailsNotice userId={userId} watch={watch} />
      <ListRows>
        {alertSwitches.map((kind) => (
          <li key={kind}>
            <Switch
              label={alertSwitchNames[kind]}
              checked={!shownAlerts.includes(kind)}
              busy={shownAlerts.includes(kind) !== disabledAlerts.includes(kind)}
              onChange={(on) => setAlert(kind, on)}
            />
          </li>
        ))}
      </ListRows>
      <WatchChangeFailure change={change} />
    </TabSection>
  );
}
