import { formatInstant } from '@ve/domain/time/format-date';
import { Muted, Text } from '@ve/ui/text/text';
import { LoadedList } from '../../platform/list-states.tsx';
import { Part } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { useFindings } from '../watch.query.ts';
import { ValueChart } from './value-chart.tsx';

const words = {
  title: 'What it is worth',
  lead: 'A private sale in average condition, by UK Vehicle Data. A guide, not an offer.',
  loading: 'Reading the values',
  failedTitle: 'The values could not be read',
  failedText: 'The service did not answer. Nothing has been lost.',
  again: 'Try again',
  none: 'There is no value yet. It is read once a month, and listed here.',
  noCar: 'No car is watched.',
  readAt: (at: string) => `Last read on ${formatInstant(at)}.`,
};

function Values({ userId, registration }: { userId: string; registration: string }) {
  const query = useFindings(userId, registration);
  return (
    <Part title={words.title} lead={words.lead}>
      <LoadedList query={query} words={words}>
        {({ values }) => {
          const latest = values.at(-1);
          if (latest === undefined) return <Text>{words.none}</Text>;
          return (
            <>
              <ValueChart values={values} />
              <Muted>{words.readAt(latest.readAt)}</Muted>
            </>
          );
        }}
      </LoadedList>
    </Part>
  );
}

/** The car's value, month by month. */
export const ValueTab = ({ userId, watch: { registration } }: TabProps) =>
  registration === null ? <Text>{words.noCar}</Text> : <Values userId={userId} registration={registration} />;
