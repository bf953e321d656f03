import { type AlertKind, alertKinds, textedAlerts } from '@ve/domain/alerts/alert';
import { Switch } from '@ve/ui/switch/switch';
import { Rows } from '../../platform/list-states.tsx';
import { ChangeResult } from '../change-result.tsx';
import { Part } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';
import { alertNames } from '../watch-names.ts';

const words = {
  title: 'Tell me of',
  lead: `By email where Email is on. Where SMS is on also by text: ${new Intl.ListFormat('en-GB').format(
    textedAlerts.map((kind) => alertNames[kind].toLowerCase().replace('mot', 'MOT')),
  )}.`,
};

/** Which alerts are sent. What is switched off is still listed in the history. */
export function AlertSwitches({ userId, watch }: TabProps) {
  const change = useChangeWatch(userId);
  const { alertsOff } = watch.settings;
  const { isPending, variables, mutate } = change;
  const asked = isPending ? (variables.alertsOff ?? alertsOff) : alertsOff;
  const turn = (kind: AlertKind, on: boolean) => {
    if (isPending) return;
    mutate({ alertsOff: on ? alertsOff.filter((each) => each !== kind) : [...alertsOff, kind] });
  };
  return (
    <Part title={words.title} lead={words.lead}>
      <Rows>
        {alertKinds.map((kind) => (
          <li key={kind}>
            <Switch
              label={alertNames[kind]}
              checked={!asked.includes(kind)}
              busy={asked.includes(kind) !== alertsOff.includes(kind)}
              onChange={(on) => turn(kind, on)}
            />
          </li>
        ))}
      </Rows>
      <ChangeResult change={change} />
    </Part>
  );
}
