import { Muted } from '@ve/ui/text/text';
import { Id } from './id.tsx';
import { jobLabel } from './labels.ts';

/** A job's label with its name, as in logs and on the queues' board. */
export const JobName = ({ name }: { name: string }) => (
  <>
    {jobLabel(name)}
    <Muted>
      <Id>{name}</Id>
    </Muted>
  </>
);
