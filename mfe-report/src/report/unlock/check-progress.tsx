import type { FullCheckStep } from '@ve/contracts/full-check';
import { Stack } from '@ve/ui/layout/layout';
import { WorkStepList, type WorkStepState } from '@ve/ui/progress-steps/step-list';
import { MutedText } from '@ve/ui/text/text';
import { LazySlowFetchOptions } from '../pending/pending-sources-notice.tsx';
import type { SlowFetchState } from '../pending/use-slow-fetch.ts';
import { messages } from './messages.en-gb.ts';

const states: Record<FullCheckStep['state'], WorkStepState> = {
  waiting: 'waiting',
  asking: 'active',
  answered: 'done',
  unavailable: 'unavailable',
};

/** The progress of the full check, source by source. Not announced here, since the page announces it once. */
export function FullCheckProgress({ steps, slow }: { steps: readonly FullCheckStep[]; slow: SlowFetchState | null }) {
  return (
    <Stack $gap={12}>
      <WorkStepList
        label={messages.progress}
        announced={false}
        steps={steps.map(({ step, state }) => ({ label: messages.steps[step], state: states[state] }))}
      />
      <MutedText>{messages.goesOn}</MutedText>
      {slow?.isSlow === true ? <LazySlowFetchOptions slow={slow} /> : null}
    </Stack>
  );
}
