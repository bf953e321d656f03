import { useSearchParams } from '@ve/mfe-kit/router';
import { Tabs } from '@ve/ui/tabs/tabs';
import type { ComponentType } from 'react';
import { latePart } from './late-part.tsx';
import { messages } from './messages.en-gb.ts';
import type { TabProps } from './tab-props.ts';

/** Each is a chunk of its own, loaded when it is first chosen. */
const tabs: readonly { id: keyof typeof messages.tabs; Tab: ComponentType<TabProps> }[] = [
  {
    id: 'reminders',
    Tab: latePart(async () => (await import('./reminders/reminders.tab.tsx')).RemindersTab, '30rem'),
  },
  { id: 'messages', Tab: latePart(async () => (await import('./messages/messages.tab.tsx')).MessagesTab) },
  { id: 'alerts', Tab: latePart(async () => (await import('./alerts/alerts.tab.tsx')).AlertsTab, '30rem') },
  { id: 'value', Tab: latePart(async () => (await import('./value/value.tab.tsx')).ValueTab, '20rem') },
  { id: 'petrol', Tab: latePart(async () => (await import('./petrol/petrol.tab.tsx')).PetrolTab, '20rem') },
  { id: 'calendar', Tab: latePart(async () => (await import('./calendar/calendar.tab.tsx')).CalendarTab) },
];

/** What the membership sends and watches, with the open tab in the URL. */
export function WatchTabs({ userId, watch }: TabProps) {
  const [params, setParams] = useSearchParams();
  const selected = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'reminders';
  return (
    <Tabs
      label={messages.tabsLabel}
      sticky
      selected={selected}
      onSelect={(id) => setParams(id === 'reminders' ? {} : { tab: id }, { replace: true })}
      items={tabs.map(({ id, Tab }) => ({
        id,
        label: messages.tabs[id],
        // What was typed for one car is not for another.
        content: id === selected ? <Tab key={watch.registration ?? ''} userId={userId} watch={watch} /> : null,
      }))}
    />
  );
}
