import { Toast } from '@ve/ui/toast/toast';
import { type ReactNode, useState } from 'react';

/** A failure in the corner, until it is closed. Give it a key for each attempt. */
export function FormToast({ title, children }: { title: string; children?: ReactNode }) {
  const [shown, setShown] = useState(true);
  return shown ? (
    <Toast tone="fail" role="alert" title={title} onClose={() => setShown(false)}>
      {children}
    </Toast>
  ) : null;
}
