import { Section } from '@ve/ui/layout/layout';
import { lazy, Suspense } from 'react';
import { messages } from '../messages.en-gb.ts';
import { LoadedList } from '../../platform/list-states.tsx';
import type { PaymentsAndSessionsProps } from './payments-and-sessions.tsx';

const reload = () => location.reload();

/** The lists without entries, while their chunk loads, or when it failed to load. */
const Without = ({ error }: { error: true | null }) =>
  [messages.payments, messages.sessions].map((labels) => (
    <Section key={labels.title} title={labels.title}>
      <LoadedList query={{ data: undefined, error, isFetching: false, refetch: reload }} labels={labels}>
        {() => null}
      </LoadedList>
    </Section>
  ));

const PaymentsAndSessions = lazy(() =>
  import(/* webpackChunkName: 'lists' */ './payments-and-sessions.tsx').then(
    (part) => ({ default: part.PaymentsAndSessions }),
    () => ({ default: () => <Without error /> }),
  ),
);

/** The last lists of the page, in a separate chunk. */
export const LazyPaymentsAndSessions = (props: PaymentsAndSessionsProps) => (
  <Suspense fallback={<Without error={null} />}>
    <PaymentsAndSessions {...props} />
  </Suspense>
);
