import { PageBand } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[32]};
  counter-reset: step;
  li {
    display: grid;
    grid-template-rows: auto auto 1fr;
    gap: ${space[8]};
    counter-increment: step;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/* The price and its terms have the same size, so that neither is less visible. */
const Price = styled.p`
  padding-bottom: ${space[12]};
  border-bottom: 2px solid ${colour('text')};
  font-size: 1.375rem;
  font-weight: 700;
  font-variant-numeric: tabular-nums;
  line-height: 1.25;
  letter-spacing: -0.01em;
`;

const StepHeading = styled(Heading)`
  &::before {
    content: counter(step) '. ';
    content: counter(step) '. ' / '';
  }
`;

const Example = styled.dl`
  display: grid;
  max-width: 46rem;
  margin-top: ${space[16]};
  div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: ${space[16]};
    padding-block: ${space[12]};
    border-top: 1px solid ${colour('line')};
  }
  dt {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  ${media.phone} {
    div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
`;

const ExampleHeading = styled(Heading)`
  margin-top: ${space[48]};
`;

/** Three steps with their prices, then an example with days and times. */
export function HowItWorks() {
  const { title, steps, example, exampleTitle } = messages.how;
  return (
    <PageBand title={title} tone="sunken">
      <Steps>
        {steps.map((step) => (
          <li key={step.title}>
            <Price>
              {step.price} {step.when}
            </Price>
            <StepHeading level={3}>{step.title}</StepHeading>
            <Text>{step.body}</Text>
          </li>
        ))}
      </Steps>
      <ExampleHeading level={3}>{exampleTitle}</ExampleHeading>
      <Example>
        {example.map(([when, what]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </Example>
    </PageBand>
  );
}
