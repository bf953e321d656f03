import { Toast } from '@ve/ui/toast/toast';
import { type ReactNode, useEffect, useState } from 'react';

/** A failure as a toast, until it is closed or the input changes. Needs a new key for each attempt. */
export function SignUpFormToast({ title, children }: { title: string; children?: ReactNode }) {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const close = () => setShown(false);
    document.addEventListener('input', close, { once: true });
    return () => {
      document.removeEventListener('input', close);
    };
  }, []);
  return shown ? (
    <Toast tone="fail" role="alert" edge="top" title={title} onClose={() => setShown(false)}>
      {children}
    </Toast>
  ) : null;
}
