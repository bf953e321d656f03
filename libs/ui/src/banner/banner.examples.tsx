import { Button } from '../button/button.tsx';
import { Banner } from './banner.tsx';

export const examples = {
  'New failure': (
    <Banner tone="fail" role="alert" title="Search failed">
      Failed to connect to DVLA lookup service
    </Banner>
  ),
  'Sample data': (
    <Banner
      tone="warn"
      title="Unable to fetch live vehicle data"
      actions={<Button variant="secondary">Try again</Button>}
    >
      Showing sample data for demonstration.
    </Banner>
  ),
  Note: <Banner tone="info">Continue leads to your report.</Banner>,
};
