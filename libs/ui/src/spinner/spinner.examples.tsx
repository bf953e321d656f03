import { Spinner } from './spinner.tsx';

export const examples = {
  'Waiting for a check': (
    <p role="status">
      <Spinner />
      Checking admin access...
    </p>
  ),
};
