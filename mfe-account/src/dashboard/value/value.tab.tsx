import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { MutedText, Text } from '@ve/ui/text/text';
import { LoadedList } from '../../platform/list-states.tsx';
import { NothingYet } from '../nothing-yet.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useWatchFindings } from '../watch.query.ts';
import { CarValueChart } from './value-chart.tsx';

const messages = {
  title: 'What it is worth',
  lead: 'What a private sale should bring in average condition, according to UK Vehicle Data. A guide, not an offer.',
  loading: 'Loading the values',
  failedTitle: 'We couldn’t load the values',
  failedText: 'The service did not answer. Nothing has been lost.',
  again: 'Try again',
  appears: 'The value of each month and its change, as a line and as a table.',
  none: 'There is no value yet. We check it once a month and list it here.',
  firstOn: (date: string) =>
    `There is no value yet. We first check it on ${date}, then once a month, and list it here.`,
  againOn: (date: string) =>
    `There is no value yet: UK Vehicle Data had none when we last checked. We will ask again on ${date}.`,
  afterTrial: 'There is no value yet. From your first full month, we check it once a month and list it here.',
  paymentDue: 'There is no value yet. We check it once you have paid.',
  noCar: 'No car is watched.',
  readAt: (at: string) => `Last checked on ${formatInstant(at)}.`,
};

/** Why there is no value yet, and when one is expected, where that is known. */
function withoutValue(aspects: EndpointAnswerBody<typeof readWatchFindingsEndpoint>['aspects'], asOf: IsoDate): string {
  const valueAspect = aspects.find(({ aspect }) => aspect === 'value');
  if (valueAspect?.because === 'after-trial') return messages.afterTrial;
  if (valueAspect?.because === 'payment-due') return messages.paymentDue;
  const on = valueAspect?.nextCheckAt == null ? null : londonDate(new Date(valueAspect.nextCheckAt));
  if (valueAspect === undefined || on === null || on <= asOf || valueAspect.state === 'off') return messages.none;
  return valueAspect.state === 'not-read' ? messages.firstOn(formatDate(on)) : messages.againOn(formatDate(on));
}

function Values({ userId, registration, asOf }: { userId: string; registration: string; asOf: IsoDate }) {
  const query = useWatchFindings(userId, registration);
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <LoadedList query={query} labels={messages}>
        {({ aspects, values }) => {
          const latest = values.at(-1);
          if (latest === undefined) {
            return <NothingYet appears={messages.appears} when={withoutValue(aspects, asOf)} enter={null} />;
          }
          return (
            <>
              <CarValueChart values={values} />
              <MutedText>{messages.readAt(latest.readAt)}</MutedText>
            </>
          );
        }}
      </LoadedList>
    </TabSection>
  );
}

export const CarValueTab = ({ userId, watch: { registration, asOf } }: DashboardTabProps) =>
  registration === null ? (
    <Text>{messages.noCar}</Text>
  ) : (
    <Values userId={userId} registration={registration} asOf={asOf} />
  );
