import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Tabs } from '@ve/ui/tabs/tabs';
import type { ComponentType } from 'react';
import { messages } from './messages.en-gb.ts';
import type { DashboardTabProps } from './dashboard-tab-props.ts';

const tab = (
  load: () => Promise<ComponentType<DashboardTabProps>>,
  height?: string,
): ComponentType<DashboardTabProps> => lazyComponent(load, height, messages.tabLoading);

/** Each tab is a separate chunk, loaded when it is first chosen. */
const tabs: readonly { id: keyof typeof messages.tabs; Tab: ComponentType<DashboardTabProps> }[] = [
  { id: 'reminders', Tab: tab(async () => (await import('./reminders/reminders.tab.tsx')).RemindersTab, '30rem') },
  { id: 'messages', Tab: tab(async () => (await import('./messages/messages.tab.tsx')).MessagesTab) },
  { id: 'alerts', Tab: tab(async () => (await import('./alerts/alerts.tab.tsx')).AlertsTab, '30rem') },
  { id: 'value', Tab: tab(async () => (await import('./value/value.tab.tsx')).CarValueTab, '20rem') },
  { id: 'petrol', Tab: tab(async () => (await import('./petrol/petrol.tab.tsx')).PetrolTab, '20rem') },
  { id: 'calendar', Tab: tab(async () => (await import('./calendar/calendar.tab.tsx')).CalendarTab) },
];

/** The tabs that remain readable after a membership has ended. */
const readableTabs: readonly (keyof typeof messages.tabs)[] = ['messages', 'alerts', 'value'];

/** The tabs of the membership's settings and findings, with the open tab in the URL. */
export function WatchTabs({ userId, watch }: DashboardTabProps) {
  const [params, setParams] = useSearchParams();
  // Former members get no messages, so there are no settings: only past messages and findings are shown.
  const shown = watch.state === 'lapsed' ? tabs.filter(({ id }) => readableTabs.includes(id)) : tabs;
  const first = shown[0]?.id;
  const selected = shown.find(({ id }) => id === params.get('tab'))?.id ?? first;
  return (
    <Tabs
      label={messages.tabsLabel}
      sticky
      {...(selected === undefined ? {} : { selected })}
      onSelect={(id) => setParams(id === first ? {} : { tab: id }, { replace: true })}
      items={shown.map(({ id, Tab }) => ({
        id,
        label: messages.tabs[id],
        // Resets unsaved input when the car changes.
        content: id === selected ? <Tab key={watch.registration ?? ''} userId={userId} watch={watch} /> : null,
      }))}
    />
  );
}
