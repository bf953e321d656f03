import type { ColourHistory } from '@ve/domain/full-check/colour-history';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const List = styled.ol`
  display: grid;
  gap: ${space[8]};
  margin-top: ${space[8]};
  font-size: ${fontSize[14]};
  font-weight: 400;
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: ${space[12]};
`;

const Edge = styled.circle`
  stroke: ${colour('line-strong')};
`;

/** Sets the colour as an attribute, because the Content-Security-Policy forbids style attributes. */
function Swatch({ fill }: { fill: string | null }) {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <Edge cx="14" cy="14" r="12" fill={fill ?? 'none'} {...(fill === null ? { strokeDasharray: '4 3' } : {})} />
    </svg>
  );
}

/** The colours of a vehicle, the present one first, each with the day until which it applied. */
export function ColourSwatches({ history }: { history: ColourHistory }) {
  const { present, changes } = history;
  if (changes.length === 0) return null;
  const all = present === null ? changes : [present, ...changes];
  return (
    <List className="colours" aria-label={messages.colours.title}>
      {all.map(({ words, swatch }, index) => (
        <Item key={`${words}${String(index)}`}>
          <Swatch fill={swatch} />
          <span>{words}</span>
        </Item>
      ))}
    </List>
  );
}
