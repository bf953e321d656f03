import { Link } from '@ve/mfe-kit/router';
import { Icon } from '@ve/ui/icon/icon';
import { Band, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Item = styled.details`
  border-bottom: 1px solid ${colour('line')};
  &:first-of-type {
    border-top: 1px solid ${colour('line')};
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[16]};
    min-height: ${target};
    padding-block: ${space[12]};
    font-size: ${fontSize[18]};
    font-weight: 600;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  svg {
    color: ${colour('brand')};
  }
  &[open] summary svg {
    rotate: 180deg;
  }
  p {
    padding-bottom: ${space[16]};
  }
  ${media.motion} {
    svg {
      transition: rotate 140ms;
    }
  }
`;

const Column = styled.div`
  max-width: 46rem;
`;

/** Questions with answers that open without JavaScript, one at a time. */
export function Questions() {
  const { title, items, more } = messages.faq;
  return (
    <Band title={title}>
      <Stack $gap={24} $align="stretch">
        <Column>
          {items.map(([question, answer]) => (
            <Item key={question} name="landing-questions">
              <summary>
                {question}
                <Icon glyph={ChevronDown} />
              </summary>
              <Text>{answer}</Text>
            </Item>
          ))}
        </Column>
        <p>
          <TextLink as={Link} to="/faq">
            {more}
          </TextLink>
        </p>
      </Stack>
    </Band>
  );
}
