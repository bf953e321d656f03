import { JsonLd } from '@ve/mfe-kit/json-ld';
import { PageHead } from '@ve/mfe-kit/page-head';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Page, Row, Section, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

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

/** `/faq`: one answer open at a time, with native `<details name>`, so that it works without JavaScript. */
export function FaqPage() {
  const { title, lead, description, questions, more } = messages;
  return (
    <Page width="reading">
      <PageHead title={title} description={description} path="/faq" />
      <JsonLd data={faqData} />
      <PageIntro title={title} lead={lead} />
      <Questions>
        {questions.map(({ question, answer, links = [] }) => (
          <Disclosure key={question} name="faq" title={question} heading>
            {answer.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
            {links.map(({ to, text }) => (
              <p key={to}>
                <TextLink as={Link} to={to}>
                  {text}
                </TextLink>
              </p>
            ))}
          </Disclosure>
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
