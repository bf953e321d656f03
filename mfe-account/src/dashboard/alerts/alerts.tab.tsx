import { Column, Columns } from '../tab-section.tsx';
import type { TabProps } from '../tab-props.ts';
import { AlertSwitches } from './alert-switches.tsx';
import { History } from './change-history.tsx';
import { WatchedSources } from './watched-sources.tsx';

/** The history of the car; while it is watched, also its sources and the switches of alerts. */
export const AlertsTab = (props: TabProps) =>
  props.watch.state === 'lapsed' ? <History {...props} /> : <WatchedTab {...props} />;

const WatchedTab = (props: TabProps) => (
  <Columns>
    <Column>
      <History {...props} />
      <AlertSwitches {...props} />
    </Column>
    <Column>
      <WatchedSources {...props} />
    </Column>
  </Columns>
);
