import { Column, Columns } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { AlertSwitches } from './alert-switches.tsx';
import { History } from './history.tsx';
import { WatchedSources } from './watched-sources.tsx';

/** What happened to the car; while it is watched also what for, and of what the member is told. */
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
