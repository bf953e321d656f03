import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';
import { ReadFailureBanner } from './read-failure-banner.tsx';

interface PanelFailureProps {
  title: string;
  text?: string;
  toast: string;
  /** The time of the failure; a later failure shows the toast again. */
  failedAt: number;
  busy: boolean;
  again: () => void;
}

/** A panel that could not be read: a permanent banner with Retry, and a toast that can be closed. */
export function PanelLoadFailure({ title, text, toast, failedAt, busy, again }: PanelFailureProps) {
  const [closedAt, setClosedAt] = useState(0);
  return (
    <>
      <ReadFailureBanner title={title} busy={busy} again={again} quiet>
        {text}
      </ReadFailureBanner>
      {closedAt < failedAt ? (
        <Toast key={failedAt} tone="fail" role="alert" title={messages.error} onClose={() => setClosedAt(failedAt)}>
          {toast}
        </Toast>
      ) : null}
    </>
  );
}
