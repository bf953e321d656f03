import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces what was pressed, and takes its focus: its first heading, where it has one. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = box.current?.querySelector<HTMLElement>('h2, h3') ?? box.current;
    if (target === null) return;
    target.tabIndex = -1;
    target.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}
