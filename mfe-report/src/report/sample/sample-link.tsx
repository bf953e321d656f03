import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { media, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';

const Line = styled.p`
  display: flex;
  align-items: center;
  min-height: ${target};
  ${media.print} {
    display: none;
  }
`;

/** The link to the sample report, next to locked content. */
export function SampleLink() {
  return (
    <Line>
      <TextLink as={Link} to="/sample-report">
        {messages.sample.see}
      </TextLink>
    </Line>
  );
}
