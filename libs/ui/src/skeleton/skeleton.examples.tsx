import { LoadingSkeleton, Skeleton } from './skeleton.tsx';

export const examples = {
  'A loading card': (
    <LoadingSkeleton label="Loading the vehicle">
      <Skeleton $width="8rem" $height="2.5rem" />
      <Skeleton $width="60%" />
    </LoadingSkeleton>
  ),
};
