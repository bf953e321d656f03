import { Icon, type IconComponent } from '@ve/ui/icon/icon';
import { PageBand } from '@ve/ui/layout/layout';
import { Heading, MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import Banknote from 'lucide-react/icons/banknote';
import BadgePoundSterling from 'lucide-react/icons/badge-pound-sterling';
import CarFront from 'lucide-react/icons/car-front';
import Gauge from 'lucide-react/icons/gauge';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const { items, notes, questions } = messages.contents;

type Access = 'free' | 'full';

interface Question {
  glyph: IconComponent;
  question: string;
  holds: readonly (readonly [item: string, access: Access])[];
  note?: string;
}

const groups: readonly Question[] = [
  {
    glyph: ShieldAlert,
    question: questions.stolen,
    holds: [
      [items.police, 'full'],
      [items.vin, 'free'],
      [items.plates, 'free'],
    ],
  },
  { glyph: Banknote, question: questions.owed, holds: [[items.finance, 'full']], note: notes.owed },
  {
    glyph: CarFront,
    question: questions.crashed,
    holds: [
      [items.writeOff, 'full'],
      [items.scrapped, 'free'],
      [items.colours, 'full'],
    ],
  },
  {
    glyph: Gauge,
    question: questions.mileage,
    holds: [[items.mileage, 'free']],
  },
  {
    glyph: ShieldCheck,
    question: questions.legal,
    holds: [
      [items.tax, 'free'],
      [items.mot, 'free'],
      [items.exported, 'free'],
    ],
  },
  {
    glyph: BadgePoundSterling,
    question: questions.worth,
    holds: [
      [items.valuation, 'full'],
      [items.specification, 'free'],
      [items.keepers, 'free'],
    ],
  },
];

const Questions = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[48]} ${space[32]};
  ${media.belowWide} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[32]};
  }
`;

const Group = styled.div`
  padding-top: ${space[16]};
  border-top: 2px solid ${colour('text')};
  & > svg {
    margin-bottom: ${space[8]};
    color: ${colour('brand')};
  }
`;

const Items = styled.ul`
  margin-top: ${space[8]};
  li {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space[12]};
    padding-block: ${space[8]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

const AccessMark = styled.span<{ $access: Access }>`
  flex: none;
  color: ${({ $access }) => colour($access === 'free' ? 'pass' : 'muted')};
  font-size: ${fontSize[14]};
  font-weight: 600;
`;

const Note = styled(MutedText)`
  margin-top: ${space[12]};
`;

/** The contents of a report, by the question that they answer, each marked as free or part of the full check. */
export function ReportContentsBand() {
  const { id, title, lead, ...labels } = messages.contents;
  return (
    <PageBand id={id} title={title} lead={lead}>
      <Questions>
        {groups.map(({ glyph, question, holds, note }) => (
          <Group key={question}>
            <Icon glyph={glyph} size={28} />
            <Heading level={3}>{question}</Heading>
            <Items>
              {holds.map(([item, access]) => (
                <li key={item}>
                  {item} <AccessMark $access={access}>{labels[access]}</AccessMark>
                </li>
              ))}
            </Items>
            {note ? <Note>{note}</Note> : null}
          </Group>
        ))}
      </Questions>
    </PageBand>
  );
}
