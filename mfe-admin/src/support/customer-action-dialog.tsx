import { Text } from '@ve/ui/text/text';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import type { SupportAction } from './action.types.ts';
import { messages } from './action-messages.en-gb.ts';

interface DialogProps {
  action: SupportAction;
  onClose: () => void;
  /** Called when the service has responded, with any outcome. */
  onDone: (outcome: string) => void;
}

/** The confirmation of an action: its effects, the reason for it, and the button. */
export function SupportActionDialog({ action, onClose, onDone }: DialogProps) {
  const { requiresEmail = false, ends = false } = action;
  return (
    <ReasonDialog
      title={action.title}
      confirm={action.confirm}
      ends={ends}
      failed={messages.failed}
      {...(requiresEmail ? { email: { label: messages.email, missing: messages.emailNeeded } } : {})}
      send={async (reason, email) => {
        const { outcome } = await action.send({ reason, email });
        onDone(outcome);
      }}
      onClose={onClose}
    >
      {action.what.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
    </ReasonDialog>
  );
}
