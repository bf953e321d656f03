import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A fetch is slow after this many milliseconds. */
const slowAfterMs = 10_000;

export interface SlowFetchState {
  /** The fetch has taken ten seconds, and some sources are still pending. */
  isSlow: boolean;
  /** The state of the mail that announces the report. */
  mail: 'offered' | 'asking' | 'will-be-sent' | 'failed';
  requestReportReadyMail: () => void;
}

/** The options while sources are slow. `onReady`: all had responded when the mail was requested. */
export function useSlowFetch(registration: string, isFetchPending: boolean, onReady: () => void): SlowFetchState {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isFetchPending) return;
    const timer = setTimeout(() => {
      setIsLong(true);
    }, slowAfterMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isFetchPending]);
  const { mutate, isPending, isError, data } = useMutation({
    mutationFn: async () => (await import('../saved/report-calls.ts')).requestReportReadyMail(registration),
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
  return { isSlow: isFetchPending && isLong, mail, requestReportReadyMail: () => mutate() };
}
