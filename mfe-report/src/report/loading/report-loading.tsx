import Circle from 'lucide-react/icons/circle';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { VehicleFetchStep } from '@ve/contracts/http/vehicle/vehicle-data';
import { type IconComponent, Icon } from '@ve/ui/icon/icon';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { ReportGrid } from '../report-grid.tsx';

const glyphs: Record<VehicleFetchStep['state'], IconComponent> = {
  waiting: Circle,
  asking: LoaderCircle,
  answered: CircleCheck,
  unavailable: CircleAlert,
};

const spin = keyframes`
  to { transform: rotate(360deg); }
`;

const Steps = styled.ol`
  display: grid;
  gap: ${space[8]};
`;

const Step = styled.li<{ $state: VehicleFetchStep['state'] }>`
  display: flex;
  align-items: flex-start;
  gap: ${space[8]};
  color: ${({ $state }) => colour($state === 'waiting' ? 'muted' : $state === 'unavailable' ? 'warn' : 'text')};
  & > svg {
    margin-top: 2px;
    color: ${({ $state }) => colour($state === 'answered' ? 'pass' : $state === 'unavailable' ? 'warn' : 'muted')};
  }
  ${media.motion} {
    &[data-state='asking'] > svg {
      animation: ${spin} 1.2s linear infinite;
    }
  }
`;

const firstSteps: VehicleFetchStep[] = [
  { source: 'DVLA', state: 'waiting' },
  { source: 'DVSA', state: 'waiting' },
  { source: 'UKVD', state: 'waiting' },
];

/** The progress of the fetch, source by source. */
function VehicleFetchProgressSteps({ steps }: { steps: readonly VehicleFetchStep[] | null }) {
  return (
    <Steps className="steps" role="list" aria-label={messages.fetching.heading} aria-live="polite">
      {(steps ?? firstSteps).map(({ source, state }) => (
        <Step key={source} $state={state} data-state={state}>
          <Icon glyph={glyphs[state]} />
          <span>
            {messages.fetching.steps[source]}: {messages.fetching.states[state]}
          </span>
        </Step>
      ))}
    </Steps>
  );
}

/** The loading state of the report: plate, progress steps, and skeletons of the cards. */
export function ReportLoading({
  registration,
  steps,
  children,
}: {
  registration: string;
  steps: readonly VehicleFetchStep[] | null;
  children?: ReactNode;
}) {
  return (
    <Page>
      <ReportGrid
        rail={
          <>
            <div>
              <Plate registration={registration} size="l" />
            </div>
            <Heading level={1} size="l">
              {messages.fetching.heading}
            </Heading>
            <Text role="status">{messages.loading}</Text>
            <VehicleFetchProgressSteps steps={steps} />
            {children}
          </>
        }
      >
        <Stack $gap={24} aria-hidden="true">
          <Skeleton $height="48rem" />
        </Stack>
      </ReportGrid>
    </Page>
  );
}
