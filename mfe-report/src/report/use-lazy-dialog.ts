import { type ComponentType, useState } from 'react';

interface LazyDialog<Props> {
  /** Null until it is loaded. */
  Dialog: ComponentType<Props> | null;
  state: 'closed' | 'loading' | 'open' | 'failed';
  /** Loads the dialog when it is first opened. */
  open: () => Promise<void>;
  close: () => void;
}

/** A dialog whose code loads when it is first opened. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [state, setState] = useState<LazyDialog<Props>['state']>('closed');
  const open = async () => {
    if (Dialog !== null) return setState('open');
    setState('loading');
    try {
      const loaded = await load();
      setDialog(() => loaded);
      setState('open');
    } catch {
      setState('failed');
    }
  };
  return { Dialog, state, open, close: () => setState('closed') };
}
