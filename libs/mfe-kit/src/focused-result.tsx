import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces a pressed button, and moves the focus to its first heading, or to itself without one. */
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
