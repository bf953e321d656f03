import { TabColumn, TwoColumns } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { AlertSwitches } from './alert-switches.tsx';
import { CarChangeHistory } from './change-history.tsx';
import { WatchedSources } from './watched-sources.tsx';

/** The history of the car; while it is watched, also its sources and the switches of alerts. */
export const AlertsTab = (props: DashboardTabProps) =>
  props.watch.state === 'lapsed' ? <CarChangeHistory {...props} /> : <WatchedTab {...props} />;

const WatchedTab = (props: DashboardTabProps) => (
  <TwoColumns>
    <TabColumn>
      <CarChangeHistory {...props} />
      <AlertSwitches {...props} />
    </TabColumn>
    <TabColumn>
      <WatchedSources {...props} />
    </TabColumn>
  </TwoColumns>
);
