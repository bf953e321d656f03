import { PageBand } from '@ve/ui/layout/layout';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Kinds = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  column-gap: ${space[48]};
  li {
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export function SourcesBand() {
  const { title, lead, kinds } = messages.sources;
  return (
    <PageBand title={title} lead={lead} tone="surface">
      <Kinds>
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </Kinds>
    </PageBand>
  );
}
