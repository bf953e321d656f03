import { Muted } from '@ve/ui/text/text';
import { Id } from './id.tsx';
import { jobLabel } from './labels.ts';

/** What a job does, and its name, by which logs and the board of the queues know it. */
export const JobName = ({ name }: { name: string }) => (
  <>
    {jobLabel(name)}
    <Muted>
      <Id>{name}</Id>
    </Muted>
  </>
);
