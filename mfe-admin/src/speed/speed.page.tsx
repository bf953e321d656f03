import { pageSpeedRanges } from '@ve/contracts/http/operations/admin-page-speeds';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { EmptyList } from '../platform/empty-list.tsx';
import { LoadedList } from '../platform/loaded-list.tsx';
import { RangeChoice } from '../platform/range-choice.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { messages } from './messages.en-gb.ts';
import { RouteSpeedTable } from './route-speed-table.tsx';
import { usePageSpeedRange, usePageSpeeds } from './speed.query.ts';

const Term = styled.dt`
  font-weight: 600;
`;

function Meanings() {
  return (
    <div>
      <Disclosure title={messages.meanings.title} name="meanings">
        <Stack as="dl" $gap={12}>
          {messages.meanings.terms.map(([term, meaning]) => (
            <div key={term}>
              <Term>{term}</Term>
              <Text as="dd">{meaning}</Text>
            </div>
          ))}
        </Stack>
      </Disclosure>
    </div>
  );
}

function Speeds() {
  const range = usePageSpeedRange();
  const query = usePageSpeeds(range);
  return (
    <Stack $gap={24}>
      <Text>{messages.about}</Text>
      <RangeChoice
        label={messages.range}
        ranges={pageSpeedRanges}
        selected={range}
        labelOf={(days) => messages.ranges[days]}
      />
      <LoadedList query={query} retry={() => void query.refetch()} labels={messages} toast={() => null}>
        {({ routes }) =>
          routes.length === 0 ? (
            <EmptyList labels={messages} />
          ) : (
            <>
              <Meanings />
              <RouteSpeedTable routes={routes} />
            </>
          )
        }
      </LoadedList>
    </Stack>
  );
}

/** `/admin/speed`: how fast the pages were for visitors, by route and release. */
export function PageSpeedPage() {
  return (
    <StaffArea title={messages.title}>
      <Speeds />
    </StaffArea>
  );
}
