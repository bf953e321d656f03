import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** From then on a reader is told that it takes longer, in milliseconds. */
const slowAfterMs = 10_000;

export interface SlowFetch {
  /** Sources have been asked for ten seconds, and some still are. */
  isSlow: boolean;
  /** Where the mail that says that the report is ready stands. */
  mail: 'offered' | 'asking' | 'will-be-sent' | 'failed';
  requestReadyEmail: () => void;
}

/** What is offered while sources take their time. `onReady`: they had all answered when the mail was asked for. */
export function useSlowFetch(registration: string, isAsking: boolean, onReady: () => void): SlowFetch {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => {
      setIsLong(true);
    }, slowAfterMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isAsking]);
  const { mutate, isPending, isError, data } = useMutation({
    mutationFn: async () => (await import('../saved/report-calls.ts')).requestReadyEmail(registration),
    onSuccess: ({ outcome }) => {
      if (outcome === 'ready-now') onReady();
    },
  });
  const mail = isPending
    ? 'asking'
    : isError
      ? 'failed'
      : data?.outcome === 'will-be-sent'
        ? 'will-be-sent'
        : 'offered';
  return { isSlow: isAsking && isLong, mail, requestReadyEmail: () => mutate() };
}
