import {
  type ReminderChannel,
  reminderChannels,
  type ReminderKind,
  reminderKinds,
  type ReminderLeadDays,
  reminderLeadDays,
} from '@ve/domain/monitoring/reminders/reminder';
import { Button } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Row } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, space, target } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch, type WatchChangeBody } from '../watch.query.ts';
import { reminderChannelNames, reminderKindNames, reminderLeadName, formatReminderLeads } from '../watch-names.ts';

type Leads = NonNullable<WatchChangeBody['leads']>;
type OfKind = Leads[ReminderKind];

const messages = {
  title: 'Which reminders',
  lead: 'Each reminder is sent once. If a date moves, its reminders move with it.',
  both: (leads: string) => `E-mail and text: ${leads}`,
  one: (channel: string, leads: string) => `${channel}: ${leads}`,
  off: 'Texts are off. These days count once you turn them on.',
  days: (kind: string) => `Days of ${kind} reminders`,
  day: 'Day',
  save: 'Save days',
  saving: 'Saving…',
  forAll: 'Use for all four',
  saved: 'Saved.',
};

const Summary = styled.span`
  display: block;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
`;

/** One row per day, with checkboxes of touch size. */
const Days = styled.table`
  width: 100%;
  max-width: 26rem;
  border-collapse: collapse;
  th,
  td {
    padding: 0 ${space[8]};
    border-bottom: 1px solid ${colour('line')};
    font-weight: 400;
    text-align: center;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
  }
  thead th {
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
  }
  label {
    display: grid;
    place-items: center;
    min-height: ${target};
    cursor: pointer;
  }
  input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${colour('brand')};
  }
`;

const isSame = (one: readonly ReminderLeadDays[], other: readonly ReminderLeadDays[]): boolean =>
  one.length === other.length && one.every((lead) => other.includes(lead));

/** One line that says when reminders of a kind are sent. */
function summaryOf({ email, sms }: OfKind, isSms: boolean): string {
  if (!isSms) return messages.one(reminderChannelNames.email, formatReminderLeads(email));
  if (isSame(email, sms)) return messages.both(formatReminderLeads(email));
  return `${messages.one(reminderChannelNames.email, formatReminderLeads(email))}. ${messages.one(reminderChannelNames.sms, formatReminderLeads(sms))}`;
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

interface DaysOfProps extends DashboardTabProps {
  kind: ReminderKind;
}

function DaysOf({ kind, userId, watch }: DaysOfProps) {
  const { leads, sms } = watch.settings;
  const [draft, setDraft] = useState<OfKind>(leads[kind]);
  const change = useChangeWatch(userId);
  const { isPending, mutate, data } = change;
  const setLead = (channel: ReminderChannel, lead: ReminderLeadDays, on: boolean) =>
    setDraft((before) => ({
      ...before,
      [channel]: reminderLeadDays.filter((each) => (each === lead ? on : before[channel].includes(each))),
    }));
  const isStored = reminderChannels.every((channel) => isSame(draft[channel], leads[kind][channel]));
  const save = (kinds: readonly ReminderKind[]) => {
    const changed = Object.fromEntries(kinds.map((each) => [each, draft]));
    mutate({ leads: { ...leads, ...changed } });
  };
  return (
    <>
      <Days aria-label={messages.days(reminderKindNames[kind])}>
        <thead>
          <tr>
            <th scope="col">{messages.day}</th>
            {reminderChannels.map((channel) => (
              <th key={channel} scope="col">
                {reminderChannelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reminderLeadDays.map((lead) => (
            <tr key={lead}>
              <th scope="row">{sentence(reminderLeadName(lead))}</th>
              {reminderChannels.map((channel) => (
                <td key={channel}>
                  <label>
                    <input
                      type="checkbox"
                      checked={draft[channel].includes(lead)}
                      onChange={({ target: box }) => setLead(channel, lead, box.checked)}
                      aria-label={`${reminderKindNames[kind]}, ${reminderLeadName(lead)}, ${reminderChannelNames[channel]}`}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Days>
      {sms ? null : <MutedText>{messages.off}</MutedText>}
      <WatchChangeFailure change={change} />
      <Row>
        <Button busy={isPending} busyLabel={messages.saving} onClick={() => save([kind])}>
          {messages.save}
        </Button>
        <Button variant="secondary" busy={isPending} onClick={() => save(reminderKinds)}>
          {messages.forAll}
        </Button>
        <MutedText role="status">{data?.outcome === 'set' && !isPending && isStored ? messages.saved : null}</MutedText>
      </Row>
    </>
  );
}

/** The lead days of each kind, one line each; a line opens to its checkboxes. */
export function ReminderLeadsEditor({ userId, watch }: DashboardTabProps) {
  const { leads, sms } = watch.settings;
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <div>
        {reminderKinds.map((kind) => (
          <Disclosure
            key={kind}
            name="leads"
            title={
              <>
                {reminderKindNames[kind]}
                <Summary>{summaryOf(leads[kind], sms)}</Summary>
              </>
            }
          >
            {/* A change elsewhere (of all four kinds, for instance) resets the editor to the new value. */}
            <DaysOf key={JSON.stringify(leads[kind])} kind={kind} userId={userId} watch={watch} />
          </Disclosure>
        ))}
      </div>
    </TabSection>
  );
}
