import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { LegalPage } from '../platform/legal-page.tsx';
import { cookiesText } from './cookies-text.ts';
import { messages } from './messages.en-gb.ts';
import { browserStoredItems, type BrowserStoredItem } from './browser-stored-items.ts';
import { CanaryOptOut } from './canary-opt-out.tsx';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 8rem minmax(0, 1fr);
  gap: ${space[8]} ${space[16]};
  dt {
    color: ${colour('muted')};
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    dd + dt {
      margin-top: ${space[8]};
    }
  }
`;

const Name = styled(Heading)`
  overflow-wrap: anywhere;
`;

function StoredItemRow({ item }: { item: BrowserStoredItem }) {
  const labels = messages.facts;
  return (
    <Card as="li" $padding={16}>
      <Stack $gap={12}>
        <Row $justify="between">
          <Name level={3} size="s">
            {item.name}
          </Name>
          {item.written === 'later' ? <StatusBadge tone="unknown">{labels.later}</StatusBadge> : null}
        </Row>
        <Facts>
          <dt>{labels.place}</dt>
          <dd>{messages.places[item.place]}</dd>
          <dt>{labels.purpose}</dt>
          <dd>{item.purpose}</dd>
          <dt>{labels.lasts}</dt>
          <dd>{item.lasts}</dd>
        </Facts>
        {item.choice === 'trials' ? <CanaryOptOut /> : null}
      </Stack>
    </Card>
  );
}

const lists = [
  ['now', messages.now],
  ['later', messages.later],
] as const;

const shown = lists.filter(([written]) => browserStoredItems.some((item) => item.written === written));

function Things() {
  return shown.map(([written, { id, title, lead }]) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <Heading level={2} id={`${id}-title`}>
        {title}
      </Heading>
      <Text>{lead}</Text>
      <Stack as="ul" className="things" $gap={12}>
        {browserStoredItems
          .filter((item) => item.written === written)
          .map((item) => (
            <StoredItemRow key={item.name} item={item} />
          ))}
      </Stack>
    </section>
  ));
}

/** `/cookies`: all items that the site stores in a browser; a test checks the list against the code. */
export function CookiesPage() {
  return <LegalPage legal={cookiesText} opening={{ entries: shown.map(([, entry]) => entry), parts: <Things /> }} />;
}
