import { WorkStepList } from './step-list.tsx';

export const examples = {
  'Sources being queried': (
    <WorkStepList
      label="Fetching vehicle data"
      steps={[
        { label: 'DVLA: tax and vehicle details', state: 'done' },
        { label: 'DVSA: MOT history', state: 'active' },
        { label: 'UK Vehicle Data: specification', state: 'waiting' },
      ]}
    />
  ),
};
