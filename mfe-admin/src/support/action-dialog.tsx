import { TextField } from '@ve/ui/field/field';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import type { Action } from './action.types.ts';
import { messages } from './action-messages.en-gb.ts';

interface DialogProps {
  action: Action;
  onClose: () => void;
  /** Called when the service has responded, with any outcome. */
  onDone: (outcome: string) => void;
}

/** The confirmation of an action: its effects, the reason for it, and the button. */
export function ActionDialog({ action, onClose, onDone }: DialogProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { requiresEmail = false, ends = false } = action;
  const email = typed.trim();
  const isComplete = (): boolean => {
    const isMissing = requiresEmail && email === '';
    setProblem(isMissing ? messages.emailNeeded : null);
    return !isMissing;
  };
  return (
    <ReasonDialog
      title={action.title}
      confirm={action.confirm}
      ends={ends}
      failed={messages.failed}
      isComplete={isComplete}
      send={async (reason) => {
        const { outcome } = await action.send({ reason, email });
        onDone(outcome);
      }}
      onClose={onClose}
    >
      {action.what.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {requiresEmail ? (
        <TextField
          label={messages.email}
          type="email"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : null}
    </ReasonDialog>
  );
}
