import { MutedText } from '@ve/ui/text/text';
import { IdText } from './id-text.tsx';
import { jobLabel } from './labels.ts';

/** A job's label with its name, as in logs and on the queues' board. */
export const JobLabelAndName = ({ name }: { name: string }) => (
  <>
    {jobLabel(name)}
    <MutedText>
      <IdText>{name}</IdText>
    </MutedText>
  </>
);
