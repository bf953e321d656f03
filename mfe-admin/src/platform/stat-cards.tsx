import { Card } from '@ve/ui/card/card';
import { Grid } from '@ve/ui/layout/layout';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const Stat = styled(Card)`
  dt {
    font-weight: 600;
  }
  dd {
    color: ${colour('muted')};
  }
  .value {
    margin-block: ${space[4]};
    color: ${colour('text')};
    font-size: ${fontSize[28]};
    font-weight: 700;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

export interface StatCard {
  title: string;
  /** Null while it is not known. */
  value: string | null;
  note: string;
  /** What is counted, in small print. */
  definition: string;
}

interface StatCardsProps {
  label: string;
  cards: readonly StatCard[];
  /** In place of values that are not known: `...` while they are asked for. */
  unknown: string;
  busy: boolean;
}

/** Four figures in a row, two on a tablet, one below the other on a small phone. */
export function StatCards({ label, cards, unknown, busy }: StatCardsProps) {
  return (
    <section aria-label={label} aria-busy={busy}>
      <Grid as="dl" $min="12rem" $gap={12}>
        {cards.map(({ title, value, note, definition }) => (
          <Stat key={title} $padding={16}>
            <dt>{title}</dt>
            <dd className="value">{value ?? unknown}</dd>
            <dd>{note}</dd>
            <dd>{definition}</dd>
          </Stat>
        ))}
      </Grid>
    </section>
  );
}
