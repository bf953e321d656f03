import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useWatchFindings } from '../watch.query.ts';
import { watchedAspectLabel } from './aspect-labels.ts';

type Findings = EndpointAnswerBody<typeof readWatchFindingsEndpoint>;
type Aspect = Findings['aspects'][number];

const messages = {
  title: 'What is watched',
  loading: 'Loading what we watch',
  failedTitle: 'We couldn’t load what we watch',
  failedText: 'The service did not answer. We still watch your car.',
  again: 'Try again',
  noCar: 'No car is watched.',
  names: {
    tax: 'Tax, from DVLA',
    mot: 'MOT, from DVSA',
    recall: 'Model recalls, from DVSA',
    value: 'Value, from UK Vehicle Data',
    finance: 'Finance, from UK Vehicle Data',
    keepers: 'Keepers and plates, from UK Vehicle Data',
    petrol: 'Petrol prices, from Fuel Finder',
  } satisfies Record<Aspect['aspect'], string>,
  noPostcode: 'We compare prices near your postcode. You have not added one yet.',
  givePostcode: 'Add your postcode',
  recalls: 'Safety recalls',
  outstanding: {
    Yes: 'DVSA lists an outstanding safety recall. A dealer repairs it free of charge.',
    No: 'DVSA lists no outstanding safety recall.',
    Unknown: 'DVSA does not know whether this car has an outstanding safety recall.',
    Unavailable: 'DVSA’s recall data was not available.',
    'not-read': 'We will know after the first MOT check.',
  } satisfies Record<Findings['recall']['outstanding'], string>,
  flagAt: (at: string) => `DVSA’s answer of ${formatInstant(at)}.`,
  mayApply: 'Recalls of this model that may apply. A dealer can check by VIN.',
  listedAt: (at: string) => `DVSA’s list, as of ${formatInstant(at)}.`,
  launched: (date: string) => `launched on ${date}`,
};

const Line = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;
`;

/** Petrol prices need a postcode; links to its field. */
const NoPostcode = () => (
  <MutedText as="div">
    {messages.noPostcode}{' '}
    <TextLink as={Link} to="/dashboard?tab=petrol#postcode">
      {messages.givePostcode}
    </TextLink>
  </MutedText>
);

interface AspectLineProps {
  aspect: Aspect;
  hasPostcode: boolean;
  asOf: IsoDate;
}

function AspectLine({ aspect, hasPostcode, asOf }: AspectLineProps) {
  const { tone, word, lines } = watchedAspectLabel(aspect, aspect.aspect, asOf);
  return (
    <Line>
      <p>{messages.names[aspect.aspect]}</p>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {lines.length === 0 ? null : <MutedText>{lines.join(' ')}</MutedText>}
      {aspect.aspect === 'petrol' && !hasPostcode ? <NoPostcode /> : null}
    </Line>
  );
}

function Recalls({ recall: { outstanding, readAt, listedAt, campaigns } }: Findings) {
  return (
    <TabSection title={messages.recalls}>
      <div>
        <Text>{messages.outstanding[outstanding]}</Text>
        {readAt === null || outstanding === 'not-read' ? null : <MutedText>{messages.flagAt(readAt)}</MutedText>}
      </div>
      {campaigns.length > 0 ? (
        <>
          <div>
            <Text>{messages.mayApply}</Text>
            {listedAt === null ? null : <MutedText>{messages.listedAt(listedAt)}</MutedText>}
          </div>
          <ListRows>
            {campaigns.map(({ number, launchedOn, concern, remedy }) => (
              <li key={number}>
                <strong>{concern}</strong>
                <p>{remedy}</p>
                <MutedText>
                  {number}
                  {launchedOn === null ? '' : `, ${messages.launched(formatDate(launchedOn))}`}
                </MutedText>
              </li>
            ))}
          </ListRows>
        </>
      ) : null}
    </TabSection>
  );
}

interface WatchedCarProps {
  userId: string;
  registration: string;
  hasPostcode: boolean;
  asOf: IsoDate;
}

function WatchedCar({ userId, registration, hasPostcode, asOf }: WatchedCarProps) {
  const query = useWatchFindings(userId, registration);
  return (
    <>
      <TabSection title={messages.title}>
        <LoadedList query={query} labels={messages}>
          {({ aspects }) => (
            <ListRows>
              {aspects.map((aspect) => (
                <li key={aspect.aspect}>
                  <AspectLine aspect={aspect} hasPostcode={hasPostcode} asOf={asOf} />
                </li>
              ))}
            </ListRows>
          )}
        </LoadedList>
      </TabSection>
      {query.data === undefined ? null : <Recalls {...query.data} />}
    </>
  );
}

/** The sources that are checked for the car, when each was last read, and its recalls. */
export const WatchedSources = ({ userId, watch: { registration, settings, asOf } }: DashboardTabProps) =>
  registration === null ? (
    <Text>{messages.noCar}</Text>
  ) : (
    <WatchedCar userId={userId} registration={registration} hasPostcode={settings.postcode !== null} asOf={asOf} />
  );
