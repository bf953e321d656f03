import type { AnswerOf } from '@ve/contracts/endpoint';
import type { readWatchFindings } from '@ve/contracts/http/watch';
import { formatDate } from '@ve/domain/time/format-date';
import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { LoadedList, Rows } from '../../platform/list-states.tsx';
import { Part } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { useFindings } from '../watch.query.ts';

type Findings = AnswerOf<typeof readWatchFindings>;
type Aspect = Findings['aspects'][number];

const words = {
  title: 'What is watched',
  loading: 'Reading what is watched',
  failedTitle: 'It could not be read what is watched',
  failedText: 'The service did not answer. Your car is watched all the same.',
  again: 'Try again',
  noCar: 'No car is watched.',
  names: {
    tax: 'Tax, by DVLA',
    mot: 'MOT, by DVSA',
    recall: 'Recalls, by DVSA',
    value: 'Value, by UK Vehicle Data',
    finance: 'Finance, by UK Vehicle Data',
    keepers: 'Keepers and plates, by UK Vehicle Data',
    petrol: 'Petrol prices, by Fuel Finder',
  } satisfies Record<Aspect['aspect'], string>,
  states: {
    read: { tone: 'pass', word: 'Read' },
    'not-read': { tone: 'unknown', word: 'Not read yet' },
    unavailable: { tone: 'warn', word: 'No answer at the last look' },
    off: { tone: 'unknown', word: 'Not watched' },
  } satisfies Record<Aspect['state'], { tone: Tone; word: string }>,
  every: (days: number) => (days === 1 ? 'Every day' : `Every ${days} days`),
  recalls: 'Safety recalls',
  outstanding: {
    Yes: 'DVSA lists an outstanding safety recall. A dealer repairs it free of charge.',
    No: 'DVSA lists no outstanding safety recall.',
    Unknown: 'DVSA does not know of recalls of this car.',
    Unavailable: 'DVSA’s recall data was not available.',
    'not-read': 'DVSA has not been asked yet.',
  } satisfies Record<Findings['recall']['outstanding'], string>,
  mayApply: 'Recalls of this model that may apply. A dealer can say by its VIN.',
  launched: (date: string) => `launched on ${date}`,
};

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[4]} ${space[16]};
`;

const AspectLine = ({ aspect: { aspect, state, readAt, everyDays } }: { aspect: Aspect }) => (
  <Line>
    <div>
      <p>{words.names[aspect]}</p>
      <Muted as="div">
        {everyDays === null || state === 'off' ? null : words.every(everyDays)}
        {readAt === null ? null : (
          <>
            {', '}
            <Moment at={readAt} />
          </>
        )}
      </Muted>
    </div>
    <StatusBadge tone={words.states[state].tone}>{words.states[state].word}</StatusBadge>
  </Line>
);

function Recalls({ recall: { outstanding, campaigns } }: Findings) {
  return (
    <Part title={words.recalls}>
      <Text>{words.outstanding[outstanding]}</Text>
      {campaigns.length > 0 ? (
        <>
          <Text>{words.mayApply}</Text>
          <Rows>
            {campaigns.map(({ number, launchedOn, concern, remedy }) => (
              <li key={number}>
                <strong>{concern}</strong>
                <p>{remedy}</p>
                <Muted>
                  {number}
                  {launchedOn === null ? '' : `, ${words.launched(formatDate(launchedOn))}`}
                </Muted>
              </li>
            ))}
          </Rows>
        </>
      ) : null}
    </Part>
  );
}

function WatchedCar({ userId, registration }: { userId: string; registration: string }) {
  const query = useFindings(userId, registration);
  return (
    <>
      <Part title={words.title}>
        <LoadedList query={query} words={words}>
          {({ aspects }) => (
            <Rows>
              {aspects.map((aspect) => (
                <li key={aspect.aspect}>
                  <AspectLine aspect={aspect} />
                </li>
              ))}
            </Rows>
          )}
        </LoadedList>
      </Part>
      {query.data === undefined ? null : <Recalls {...query.data} />}
    </>
  );
}

/** What the car is watched for, when each source was last read, and its recalls. */
export const Watched = ({ userId, watch: { registration } }: TabProps) =>
  registration === null ? <Text>{words.noCar}</Text> : <WatchedCar userId={userId} registration={registration} />;
