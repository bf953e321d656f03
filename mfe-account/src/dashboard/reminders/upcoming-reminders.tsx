import type { Watch } from '@ve/contracts/http/monitoring/watch';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Button } from '@ve/ui/button/button';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ListRows } from '../../platform/list-states.tsx';
import { TabSection } from '../tab-section.tsx';
import { isRegisterReadPending } from '../watch.query.ts';
import { reminderChannelNames, reminderKindNames, reminderLeadName } from '../watch-names.ts';

const messages = {
  title: 'Next reminders',
  none: 'No reminders planned. They need a date, e-mail or SMS turned on, and at least one day.',
  reading: 'We are getting the tax and MOT dates from DVLA and DVSA. Their reminders follow in a few minutes.',
  paused: 'Paused: we send no reminders.',
  about: (kind: ReminderKind, date: string) =>
    kind === 'insurance' ? `Insurance, ends ${date}` : `${reminderKindNames[kind]}, due ${date}`,
  all: (count: number) => `Show all ${count}`,
};

const shown = 4;

const Line = styled.li`
  display: grid;
  gap: 0 ${space[12]};
`;

/** The button that showed the line was removed. */
const takeFocus = (line: HTMLLIElement | null): void => line?.focus();

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Groups the channels of one reminder in one line. */
function grouped(upcoming: Watch['upcoming']): { key: string; entry: Watch['upcoming'][number]; channels: string[] }[] {
  const groups = Map.groupBy(upcoming, ({ kind, dueOn, lead, on }) => [kind, dueOn, lead, on].join(' '));
  return [...groups].flatMap(([key, entries]) =>
    entries
      .slice(0, 1)
      .map((entry) => ({ key, entry, channels: entries.map(({ channel }) => reminderChannelNames[channel]) })),
  );
}

/** The next messages, as currently planned. */
export function UpcomingReminders({ watch }: { watch: Watch }) {
  const { settings, upcoming } = watch;
  const [isAll, setIsAll] = useState(false);
  const entries = grouped(upcoming);
  const silent = settings.pause === null ? null : messages.paused;
  const isOpen = isRegisterReadPending(watch);
  return (
    <TabSection title={messages.title}>
      {silent === null ? null : <Text>{silent}</Text>}
      {silent === null && isOpen ? <Text role="status">{messages.reading}</Text> : null}
      {silent === null && !isOpen && entries.length === 0 ? <Text>{messages.none}</Text> : null}
      {silent === null && entries.length > 0 ? (
        <ListRows>
          {entries
            .slice(0, isAll ? undefined : shown)
            .map(({ key, entry: { kind, dueOn, lead, on }, channels }, index) => (
              <Line key={key} {...(index === shown ? { ref: takeFocus, tabIndex: -1 } : {})}>
                <strong>
                  <time dateTime={on}>{formatDate(on)}</time>
                </strong>
                <span>{messages.about(kind, formatDate(dueOn))}</span>
                <MutedText as="span">
                  {sentence(reminderLeadName(lead))} · {channels.join(', ')}
                </MutedText>
              </Line>
            ))}
        </ListRows>
      ) : null}
      {silent === null && !isAll && entries.length > shown ? (
        <div>
          <Button variant="quiet" onClick={() => setIsAll(true)}>
            {messages.all(entries.length)}
          </Button>
        </div>
      ) : null}
    </TabSection>
  );
}
