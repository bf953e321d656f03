import { Button, ButtonLink } from './button.tsx';

export const examples = {
  Primary: <Button>Search</Button>,
  Secondary: <Button variant="secondary">Search again</Button>,
  Quiet: <Button variant="quiet">Refresh</Button>,
  Danger: <Button variant="danger">Remove role</Button>,
  Busy: (
    <Button busy busyLabel="Searching…">
      Search
    </Button>
  ),
  'Unavailable, with the reason': <Button unavailable="Search for a vehicle first.">Continue</Button>,
  Link: <ButtonLink href="/signup">Start a check</ButtonLink>,
  'Quiet link': (
    <ButtonLink href="/signup" $variant="secondary">
      Back to Search
    </ButtonLink>
  ),
};
