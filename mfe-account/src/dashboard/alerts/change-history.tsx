import { isKnownWatchEvent, listWatchEventsEndpoint, type WatchEvent } from '@ve/contracts/http/monitoring/watch';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';
import { LoadMoreButton } from '../load-more-button.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { usePagedList } from '../use-paged-list.ts';
import { watchEventMessage } from './event-messages.ts';

const messages = {
  title: 'What happened to your car',
  none: 'Nothing has changed since we began to watch it. We alert you once and list it here. What we found first is under “What is watched”.',
  loading: 'Loading the history',
  failedTitle: 'We couldn’t load the history',
  failedText: 'The service did not answer. We still watch your car.',
  again: 'Try again',
  failures: 'Failures',
  advisories: 'Advisories',
  testers: 'The tester’s words',
};

const Line = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;
`;

const Details = styled.details`
  width: 100%;
  summary {
    display: flex;
    align-items: center;
    min-height: ${target};
    color: ${colour('brand')};
    text-decoration: underline;
    text-underline-offset: 0.18em;
    cursor: pointer;
  }
  ul {
    padding-left: ${space[24]};
    list-style: disc;
  }
`;

function Testers({ facts }: Pick<WatchEvent, 'facts'>) {
  if (facts.kind !== 'mot-result' || facts.failures.length + facts.advisories.length === 0) return null;
  const lists = [
    { title: messages.failures, texts: facts.failures },
    { title: messages.advisories, texts: facts.advisories },
  ].filter(({ texts }) => texts.length > 0);
  return (
    <Details>
      <summary>{messages.testers}</summary>
      {lists.map(({ title, texts }) => (
        <div key={title}>
          <strong>{title}</strong>
          <ul>
            {texts.map((text, index) => (
              // The same words may be said of two wheels.
              <li key={`${index} ${text}`}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </Details>
  );
}

/** The changes of the car, the latest first. */
export function CarChangeHistory({ userId, watch }: DashboardTabProps) {
  const pages = usePagedList(['watch-events', userId], async (before, signal) => {
    const { events, next } = await callApi(listWatchEventsEndpoint, { query: { before }, signal });
    return { items: events.filter(isKnownWatchEvent), next };
  });
  return (
    <TabSection title={messages.title}>
      <LoadedList query={pages.query} labels={messages}>
        {() =>
          pages.items.length === 0 ? (
            <Text>{messages.none}</Text>
          ) : (
            <>
              <ListRows>
                {pages.items.map(({ id, registration, at, facts }) => {
                  const { tone, word, text } = watchEventMessage(facts);
                  return (
                    <li key={id} {...pages.rowProps(id)}>
                      <Line>
                        <StatusBadge tone={tone}>{word}</StatusBadge>
                        <Text>{text}</Text>
                        <Testers facts={facts} />
                        <MutedText>
                          <time dateTime={at}>{formatInstant(at)}</time>
                          {registration === watch.registration ? '' : `, ${formatRegistration(registration)}`}
                        </MutedText>
                      </Line>
                    </li>
                  );
                })}
              </ListRows>
              <LoadMoreButton {...pages} />
            </>
          )
        }
      </LoadedList>
    </TabSection>
  );
}
