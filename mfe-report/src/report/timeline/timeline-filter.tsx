import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { type TimelineGroup, timelineMessages } from './messages.en-gb.ts';

const Kinds = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space[4]};
    padding: 0;
    font-weight: 600;
  }
  ${media.print} {
    display: none;
  }
`;

const Kind = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: ${target};
  padding: ${space[4]} ${space[12]};
  border: 1px solid ${colour('line-strong')};
  border-radius: 999px;
  background: ${colour('surface')};
  font-size: ${fontSize[14]};
  line-height: 1.3;
  cursor: pointer;
  input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    accent-color: ${colour('brand')};
  }
`;

interface TimelineFilterProps {
  /** The kinds of events of this vehicle, with the number of events of each. */
  kinds: readonly { group: TimelineGroup; events: number }[];
  hidden: ReadonlySet<TimelineGroup>;
  onChange: (hidden: ReadonlySet<TimelineGroup>) => void;
}

export function TimelineFilter({ kinds, hidden, onChange }: TimelineFilterProps) {
  const toggle = (group: TimelineGroup, isShown: boolean) => {
    const next = new Set(hidden);
    if (isShown) next.delete(group);
    else next.add(group);
    onChange(next);
  };
  return (
    <Kinds>
      <legend>{timelineMessages.filter}</legend>
      {kinds.map(({ group, events }) => (
        <Kind key={group}>
          <input
            type="checkbox"
            checked={!hidden.has(group)}
            onChange={({ target: box }) => toggle(group, box.checked)}
          />
          {timelineMessages.groups[group]} ({events})
        </Kind>
      ))}
    </Kinds>
  );
}
