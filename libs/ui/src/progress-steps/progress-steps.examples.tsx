import { ProgressSteps } from './progress-steps.tsx';

const steps = ['Search', 'Confirm', 'Details', 'Payment'];

export const examples = {
  First: <ProgressSteps label="Sign-up" steps={steps} current={1} />,
  Third: <ProgressSteps label="Sign-up" steps={steps} current={3} />,
};
