import { Link } from '@ve/mfe-kit/router';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Text } from '@ve/ui/text/text';
import { useId } from 'react';
import { CarDueDates } from './car-due-dates.tsx';
import { messages } from './messages.en-gb.ts';
import { useOwnCarRegistration } from './use-own-car.ts';

const labels = messages.car;

export function OwnCarPanel({ userId }: { userId: string }) {
  const id = useId();
  const registration = useOwnCarRegistration(userId);
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack $gap={16}>
        <Row $justify="between">
          <Heading level={2} size="m" id={id}>
            {labels.title}
          </Heading>
          {registration ? <Plate registration={registration} size="s" /> : null}
        </Row>
        {registration === undefined ? (
          <LoadingSkeleton label={labels.loading}>
            <Skeleton $height="6.75rem" />
          </LoadingSkeleton>
        ) : null}
        {registration === null ? <Text>{labels.none}</Text> : null}
        {registration ? (
          <>
            <CarDueDates registration={registration} />
            <TextLink as={Link} to={`/report?reg=${registration}`}>
              {labels.report}
            </TextLink>
          </>
        ) : null}
      </Stack>
    </Card>
  );
}
