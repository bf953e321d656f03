import { Button } from '@ve/ui/button/button';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import { useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { ownMailboxes } from '../platform/service-details.ts';
import { messages } from './messages.en-gb.ts';

export type ContactTopic = 'cancellation' | 'general';

const labels = messages.choice;
const topics: readonly ContactTopic[] = ['cancellation', 'general'];

const Form = styled.form`
  display: grid;
  justify-items: start;
  gap: ${space[24]};
`;

const Options = styled.fieldset`
  display: grid;
  gap: ${space[12]};
  width: 100%;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space[12]};
    padding: 0;
    font-size: ${fontSize[22]};
    font-weight: 700;
  }
`;

const Option = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: ${space[16]};
  min-height: ${target};
  padding: ${space[16]};
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  cursor: pointer;
  &:hover {
    border-color: ${colour('text')};
  }
  &:has(:checked) {
    border-color: ${colour('brand')};
    box-shadow: inset 0 0 0 1px ${colour('brand')};
  }
  input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${colour('brand')};
  }
  input:focus-visible {
    border-radius: 50%;
  }
  strong {
    display: block;
  }
  ${media.forced} {
    &:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
`;

/** The choice between cancellation and a general enquiry; Continue is unavailable until one is chosen. */
export function ContactTopicChoice({ onContinue }: { onContinue: (topic: ContactTopic) => void }) {
  const [chosen, setChosen] = useState<ContactTopic | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onContinue(chosen);
  };
  return (
    <Form onSubmit={submit}>
      <Options>
        <legend>{labels.legend}</legend>
        {topics.map((topic) => {
          const [name, what] = labels.options[topic];
          return (
            <Option key={topic}>
              <input
                type="radio"
                name="type"
                value={topic}
                checked={chosen === topic}
                onChange={() => setChosen(topic)}
                aria-describedby={`about-${topic}`}
                aria-label={name}
              />
              <span>
                <strong>{name}</strong>
                <MutedText as="span" id={`about-${topic}`}>
                  {what}
                </MutedText>
              </span>
            </Option>
          );
        })}
      </Options>
      <div>
        <Button type="submit" unavailable={chosen === null ? labels.unchosen : undefined}>
          {labels.action}
        </Button>
      </div>
      <noscript>
        <Text>
          {labels.noScript} <TextLink href={`mailto:${ownMailboxes.support}`}>{ownMailboxes.support}</TextLink>
        </Text>
      </noscript>
    </Form>
  );
}
