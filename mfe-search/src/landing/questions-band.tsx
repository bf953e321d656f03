import { Link } from '@ve/mfe-kit/router';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { PageBand, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Column = styled.div`
  max-width: 46rem;
`;

/** Questions whose answers open without JavaScript, one at a time. */
export function QuestionsBand() {
  const { title, items, more } = messages.faq;
  return (
    <PageBand title={title}>
      <Stack $gap={24} $align="stretch">
        <Column>
          {items.map(([question, answer]) => (
            <Disclosure key={question} name="landing-questions" title={question}>
              <Text>{answer}</Text>
            </Disclosure>
          ))}
        </Column>
        <p>
          <TextLink as={Link} to="/faq">
            {more}
          </TextLink>
        </p>
      </Stack>
    </PageBand>
  );
}
