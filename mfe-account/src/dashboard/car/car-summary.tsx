import type { Watch } from '@ve/contracts/http/monitoring/watch';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { Link } from '@ve/mfe-kit/router';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Text } from '@ve/ui/text/text';
import { useId } from 'react';
import { messages as shared } from '../../platform/messages.en-gb.ts';
import { messages } from '../messages.en-gb.ts';
import type { CarVerdictAndValueProps } from './car-facts.tsx';
import type { ChangeWatchedCarFormProps } from './change-car-form.tsx';
import { DueDateTimeline } from './due-date-timeline.tsx';

const CarFacts = lazyComponent<CarVerdictAndValueProps>(
  async () => (await import(/* webpackChunkName: 'car-facts' */ './car-facts.tsx')).CarVerdictAndValue,
  '1.75rem',
);
const CarChange = lazyComponent<ChangeWatchedCarFormProps>(
  async () => (await import(/* webpackChunkName: 'car-change' */ './change-car-form.tsx')).ChangeWatchedCarForm,
  '2.75rem',
);

/** For users whose car is not watched, so that its registers are not read. */
const DueDates = lazyComponent<{ registration: string }>(
  async () => (await import(/* webpackChunkName: 'due-dates' */ '../../platform/car-due-dates.tsx')).CarDueDates,
  '6rem',
);

const labels = messages.car;

interface CarSummaryProps {
  userId: string;
  registration: string;
  /** Null if the watch could not be read; then the registers are requested instead. */
  watch: Watch | null;
  /** The car's name from the reports; null if there is no report of it. */
  name: string | null;
}

/** The summary of the car: plate, name, verdict, value and next due dates. */
export function CarSummary({ userId, registration, watch, name }: CarSummaryProps) {
  const id = useId();
  const dueDates = watch?.registration === registration ? watch.dueDates : [];
  // The registers are read for a watched car; for any other they are requested here.
  const isRead =
    watch?.state === 'watching'
      ? dueDates.length > 0
      : dueDates.some(({ kind, why }) => (kind === 'tax' || kind === 'mot') && why !== 'not-read');
  const shown = isRead ? dueDates : dueDates.filter(({ kind }) => kind !== 'tax' && kind !== 'mot');
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack $gap={12}>
        <Row $justify="between">
          <Heading level={2} size="m" id={id}>
            {shared.car.title}
          </Heading>
          <Plate registration={registration} size="s" />
        </Row>
        {name === null ? null : <Text>{name}</Text>}
        <CarFacts userId={userId} registration={registration} isNamed={name !== null} />
        {isRead ? null : <DueDates registration={registration} />}
        {watch === null || shown.length === 0 ? null : <DueDateTimeline dueDates={shown} asOf={watch.asOf} />}
        <Row $gap={16}>
          <TextLink as={Link} to={`/report?reg=${registration}`}>
            {messages.car.open}
          </TextLink>
          {watch?.state === 'watching' ? <CarChange userId={userId} watch={watch} /> : null}
        </Row>
        {watch?.state === 'lapsed' ? <Text>{labels.lapsed}</Text> : null}
      </Stack>
    </Card>
  );
}
