import {
  type DeadLetter,
  dismissDeadLetterEndpoint,
  retryDeadLetterEndpoint,
} from '@ve/contracts/http/operations/admin-operations';
import { callApi } from '@ve/mfe-kit/api';
import { Text } from '@ve/ui/text/text';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import { jobLabel } from '../platform/labels.ts';
import { messages } from './messages.en-gb.ts';

export interface DeadLetterAction {
  what: 'retry' | 'dismiss';
  job: DeadLetter;
}

interface DeadLetterDialogProps {
  act: DeadLetterAction;
  onDone: (act: DeadLetterAction) => void;
  onClose: () => void;
}

export function DeadLetterDialog({ act, onDone, onClose }: DeadLetterDialogProps) {
  const { what, job } = act;
  const isRetry = what === 'retry';
  const send = async (reason: string) => {
    const input = { params: { id: job.id }, body: { reason } };
    if (isRetry) await callApi(retryDeadLetterEndpoint, input);
    else await callApi(dismissDeadLetterEndpoint, input);
    onDone(act);
  };
  return (
    <ReasonDialog
      title={isRetry ? messages.retryTitle : messages.dismissTitle}
      confirm={isRetry ? messages.retryJob : messages.dismissJob}
      failed={messages.actFailed}
      gone={messages.gone}
      send={send}
      onClose={onClose}
    >
      <Text>
        <strong>{jobLabel(job.job)}</strong>: {job.why}
      </Text>
      <Text>{isRetry ? messages.retryText : messages.dismissText}</Text>
    </ReasonDialog>
  );
}
