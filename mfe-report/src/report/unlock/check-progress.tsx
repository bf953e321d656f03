import type { CheckStep } from '@ve/contracts/full-check';
import { Stack } from '@ve/ui/layout/layout';
import { StepList, type StepState } from '@ve/ui/progress-steps/step-list';
import { Muted } from '@ve/ui/text/text';
import { SlowFetchOptions } from '../pending/pending-notice.tsx';
import type { SlowFetch } from '../pending/use-slow-fetch.ts';
import { messages } from './messages.en-gb.ts';

const states: Record<CheckStep['state'], StepState> = {
  waiting: 'waiting',
  asking: 'active',
  answered: 'done',
  unavailable: 'unavailable',
};

/** The progress of the full check, source by source. Not announced here, since the page announces it once. */
export function CheckProgress({ steps, slow }: { steps: readonly CheckStep[]; slow: SlowFetch | null }) {
  return (
    <Stack $gap={12}>
      <StepList
        label={messages.progress}
        announced={false}
        steps={steps.map(({ step, state }) => ({ label: messages.steps[step], state: states[state] }))}
      />
      <Muted>{messages.goesOn}</Muted>
      {slow?.isSlow === true ? <SlowFetchOptions slow={slow} /> : null}
    </Stack>
  );
}
