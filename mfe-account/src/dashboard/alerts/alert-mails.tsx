import type { Watch } from '@ve/contracts/http/monitoring/watch';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const messages = {
  stopped: (address: string) => `${address} unsubscribed from alerts, so they are not sent by e-mail.`,
  alone: (address: string) => `Alerts are still sent to ${address}: each has a link that stops them.`,
  again: 'Send alerts by e-mail again',
  saving: 'Saving…',
};

/** Whether alerts are sent by e-mail, with regard to the settings of the address. */
export const areAlertsSentByEmail = ({ settings, mailTo }: Watch): boolean =>
  settings.email && !mailTo.refused && !mailTo.optedOutStreams.includes('alert');

/** Shown where alerts by e-mail differ from the switch, which is that of reminders; with a button to resume them. */
export function AlertMailsNotice({ userId, watch }: DashboardTabProps) {
  const change = useChangeWatch(userId);
  const { settings, mailTo } = watch;
  if (!settings.email || mailTo.refused) return null;
  if (!mailTo.optedOutStreams.includes('alert')) {
    return mailTo.stopped ? <MutedText>{messages.alone(mailTo.address)}</MutedText> : null;
  }
  return (
    <Stack $gap={8} $align="start">
      <MutedText>{messages.stopped(mailTo.address)}</MutedText>
      <Button
        variant="secondary"
        busy={change.isPending}
        busyLabel={messages.saving}
        onClick={() => change.mutate({ subscribe: ['alert'] })}
      >
        {messages.again}
      </Button>
      <WatchChangeFailure change={change} />
    </Stack>
  );
}
