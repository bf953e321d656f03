import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Page, Row, Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { styled } from 'styled-components';
import { JsonLd } from '../platform/json-ld.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

const Item = styled.details`
  border-bottom: 1px solid ${colour('line')};
  &:first-child {
    border-top: 1px solid ${colour('line')};
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[16]};
    min-height: ${target};
    padding-block: ${space[16]};
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  h2 {
    font-size: ${fontSize[18]};
    font-weight: 600;
    line-height: 1.35;
  }
  svg {
    flex: none;
    color: ${colour('brand')};
  }
  &[open] summary svg {
    rotate: 180deg;
  }
  ${media.motion} {
    svg {
      transition: rotate 140ms;
    }
  }
  ${media.print} {
    svg {
      display: none;
    }
    &::details-content {
      content-visibility: visible;
    }
  }
`;

const Answer = styled.div`
  display: grid;
  gap: ${space[12]};
  padding-bottom: ${space[24]};
`;

const Questions = styled.div`
  margin-bottom: ${space[48]};
`;

const faqData = {
  '@type': 'FAQPage',
  mainEntity: messages.questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
  })),
};

/** `/faq`: one answer open at a time, by the browser's own means, so that it works without JavaScript. */
export function FaqPage() {
  const { title, lead, description, questions, more } = messages;
  return (
    <Page width="reading">
      <PageHead title={title} description={description} path="/faq" />
      <JsonLd data={faqData} />
      <PageIntro title={title} lead={lead} />
      <Questions>
        {questions.map(({ question, answer }) => (
          <Item key={question} name="faq">
            <summary>
              <h2>{question}</h2>
              <Icon glyph={ChevronDown} />
            </summary>
            <Answer>
              {answer.map((paragraph) => (
                <Text key={paragraph}>{paragraph}</Text>
              ))}
            </Answer>
          </Item>
        ))}
      </Questions>
      <Section title={more.title}>
        <Stack $gap={16} $align="start">
          <Text>{more.body}</Text>
          <Row>
            <ButtonLink as={Link} to="/contact">
              {more.email}
            </ButtonLink>
            <ButtonLink as={Link} to="/contact" $variant="secondary">
              {more.call}
            </ButtonLink>
          </Row>
        </Stack>
      </Section>
    </Page>
  );
}
