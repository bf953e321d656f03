import { listWatchMessagesEndpoint, type Watch, type WatchMessage } from '@ve/contracts/http/monitoring/watch';
import { isAlertKind } from '@ve/domain/monitoring/alerts/alert';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';
import { LoadMoreButton } from '../load-more-button.tsx';
import { NothingYet } from '../nothing-yet.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { usePagedList } from '../use-paged-list.ts';
import { alertNames, reminderChannelNames, reminderKindNames, reminderLeadName } from '../watch-names.ts';
import { messages, textMessageStateLabels, deliveryFailureReason } from './messages.en-gb.ts';

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[4]} ${space[16]};
  align-items: start;
`;

/** Null for a kind of a later release. */
function titleOf({ about }: WatchMessage): string | null {
  if (about.what === 'alert') return isAlertKind(about.kind) ? messages.alert(alertNames[about.kind]) : null;
  return messages.reminder(reminderKindNames[about.kind], reminderLeadName(about.lead), formatDate(about.dueOn));
}

function Message({ message, isOther }: { message: WatchMessage; isOther: boolean }) {
  const { about, channel, at, state, why, registration } = message;
  const { tone, word } = textMessageStateLabels[state];
  const because = deliveryFailureReason(state, why);
  return (
    <Line>
      <div>
        <p>{titleOf(message)}</p>
        <MutedText>
          {reminderChannelNames[channel]}, <time dateTime={at}>{formatInstant(at)}</time>
          {isOther ? `, ${formatRegistration(registration)}` : ''}
        </MutedText>
        {about.what === 'reminder' && about.late ? <MutedText>{messages.late}</MutedText> : null}
        {because === null ? null : <MutedText>{because}</MutedText>}
      </div>
      <StatusBadge tone={tone}>{word}</StatusBadge>
    </Line>
  );
}

/** When the first message comes, as currently planned. */
function firstMessageText({ state, settings, upcoming }: Watch): string {
  if (state === 'lapsed') return messages.noneLapsed;
  if (settings.pause !== null) return messages.paused;
  const next = upcoming[0];
  return next === undefined ? messages.nonePlanned : messages.next(formatDate(next.on), reminderKindNames[next.kind]);
}

/** Where the member's own dates are entered, which the registers do not hold; null if none is missing. */
function missingDates({ state, dueDates }: Watch): ReactNode {
  const missing = dueDates.find(({ kind, on }) => on === null && (kind === 'insurance' || kind === 'servicing'));
  return state === 'lapsed' || missing === undefined ? null : (
    <>
      <TextLink as={Link} to={`/dashboard?tab=reminders#${missing.kind}`}>
        {messages.addDates}
      </TextLink>
      {messages.addWhy}
    </>
  );
}

/** The messages about the car: when each was sent, whether it arrived, and why any was not sent. */
export function MessagesTab({ userId, watch }: DashboardTabProps) {
  const pages = usePagedList(['watch-messages', userId], async (before, signal) => {
    const { messages, next } = await callApi(listWatchMessagesEndpoint, { query: { before }, signal });
    return { items: messages.filter((message) => titleOf(message) !== null), next };
  });
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <LoadedList query={pages.query} labels={messages}>
        {() =>
          pages.items.length === 0 ? (
            <NothingYet appears={messages.appears} when={firstMessageText(watch)} enter={missingDates(watch)} />
          ) : (
            <>
              <ListRows>
                {pages.items.map((message) => (
                  <li key={message.id} {...pages.rowProps(message.id)}>
                    <Message message={message} isOther={message.registration !== watch.registration} />
                  </li>
                ))}
              </ListRows>
              <LoadMoreButton {...pages} />
            </>
          )
        }
      </LoadedList>
    </TabSection>
  );
}
