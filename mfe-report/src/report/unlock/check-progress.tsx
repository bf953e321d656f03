import type { FullCheckStep } from '@ve/contracts/full-check';
import { Stack } from '@ve/ui/layout/layout';
import { StepList, type ProgressStepState } from '@ve/ui/progress-steps/step-list';
import { MutedText } from '@ve/ui/text/text';
import { SlowFetchOptions } from '../pending/pending-sources-notice.tsx';
import type { SlowFetchState } from '../pending/use-slow-fetch.ts';
import { messages } from './messages.en-gb.ts';

const states: Record<FullCheckStep['state'], ProgressStepState> = {
  waiting: 'waiting',
  asking: 'active',
  answered: 'done',
  unavailable: 'unavailable',
};

/** The progress of the full check, source by source. Not announced here, since the page announces it once. */
export function CheckProgress({ steps, slow }: { steps: readonly FullCheckStep[]; slow: SlowFetchState | null }) {
  return (
    <Stack $gap={12}>
      <StepList
        label={messages.progress}
        announced={false}
        steps={steps.map(({ step, state }) => ({ label: messages.steps[step], state: states[state] }))}
      />
      <MutedText>{messages.goesOn}</MutedText>
      {slow?.isSlow === true ? <SlowFetchOptions slow={slow} /> : null}
    </Stack>
  );
}
