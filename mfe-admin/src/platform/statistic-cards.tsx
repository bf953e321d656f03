import { Card } from '@ve/ui/card/card';
import { Grid } from '@ve/ui/layout/layout';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Stat = styled(Card)`
  dt {
    font-weight: 600;
  }
`;

/** Has the height of a figure also without one, so that nothing moves. */
const Value = styled.dd<{ $known: boolean }>`
  display: flex;
  align-items: center;
  min-height: 2.5rem;
  font-size: ${({ $known }) => fontSize[$known ? 28 : 16]};
  font-weight: ${({ $known }) => ($known ? 700 : 400)};
  line-height: 1.2;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

const SmallPrint = styled.dd`
  margin-top: ${space[4]};
  color: ${colour('muted')};
  ${media.phone} {
    display: none;
  }
`;

/** Shown where the cards are too narrow for it. */
const OnPhones = styled.div`
  display: none;
  ${media.phone} {
    display: block;
  }
`;

export interface StatisticCardContent {
  title: string;
  /** Null until it is known. */
  value: string | null;
  note?: string;
  definition: string;
}

interface StatCardsProps {
  label: string;
  cards: readonly StatisticCardContent[];
  /** Shown instead of unknown values: `...` while they are loading. */
  unknown: string;
  busy: boolean;
}

/** Figures in a row: in two columns on a phone, in one on the smallest. */
export function StatisticCards({ label, cards, unknown, busy }: StatCardsProps) {
  return (
    <section aria-label={label} aria-busy={busy}>
      <Grid as="dl" $min="9.5rem" $gap={12}>
        {cards.map(({ title, value, note, definition }) => (
          <Stat key={title} $padding={16}>
            <dt>{title}</dt>
            <Value $known={value !== null}>{value ?? unknown}</Value>
            {note === undefined ? null : <dd>{note}</dd>}
            <SmallPrint>{definition}</SmallPrint>
          </Stat>
        ))}
      </Grid>
      <OnPhones>
        <Disclosure title={messages.whatIsCounted} name={label}>
          <dl>
            {cards.map(({ title, definition }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{definition}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </OnPhones>
    </section>
  );
}
