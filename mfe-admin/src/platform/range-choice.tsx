import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { colour, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const Choices = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  a {
    display: flex;
    align-items: center;
    min-height: ${target};
    padding-inline: ${space[12]};
    border: 1px solid ${colour('line-strong')};
    border-radius: ${radius.control};
    background: ${colour('surface')};
    color: ${colour('text')};
    text-decoration: none;
  }
  a:hover {
    background: ${colour('sunken')};
  }
  a[aria-current] {
    border-color: ${colour('brand')};
    background: ${colour('brand')};
    color: ${colour('on-brand')};
    font-weight: 600;
  }
`;

interface RangeChoiceProps<Days extends number | string> {
  /** Accessible name: `Period`. */
  label: string;
  ranges: readonly Days[];
  selected: Days;
  labelOf: (days: Days) => string;
}

/** Links to this page for other numbers of days (`?days=90`). */
export function RangeChoice<Days extends number | string>(props: RangeChoiceProps<Days>) {
  const { label, ranges, selected, labelOf } = props;
  const [params] = useSearchParams();
  const hrefOf = (days: Days) => {
    const next = new URLSearchParams(params);
    next.set('days', String(days));
    return `?${next.toString()}`;
  };
  return (
    <Choices aria-label={label}>
      {ranges.map((days) => (
        <Link key={days} to={hrefOf(days)} {...(days === selected ? { 'aria-current': 'true' } : {})}>
          {labelOf(days)}
        </Link>
      ))}
    </Choices>
  );
}
