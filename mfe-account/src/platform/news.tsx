import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces what was pressed, and takes its focus. */
export function News({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
