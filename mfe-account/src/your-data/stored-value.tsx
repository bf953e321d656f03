import { formatInstant, formatDate } from '@ve/domain/kernel/time/format-date';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.file;

const Facts = styled.dl`
  display: grid;
  margin: 0;
  overflow-wrap: anywhere;
`;

const Line = styled.div<{ $block: boolean }>`
  display: grid;
  grid-template-columns: ${({ $block }) => ($block ? 'minmax(0, 1fr)' : 'minmax(0, 2fr) minmax(0, 3fr)')};
  gap: 0 ${space[16]};
  padding-block: ${space[4]};
  border-bottom: 1px solid ${colour('line')};
  ${media.print} {
    break-inside: auto;
  }
`;

const Label = styled.dt`
  color: ${colour('muted')};
`;

const Value = styled.dd`
  min-width: 0;
  margin: 0;
  white-space: pre-wrap;
`;

const Inner = styled.div`
  padding-left: ${space[16]};
  border-left: 3px solid ${colour('line')};
  font-size: ${fontSize[14]};
`;

const Items = styled.ol`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding-left: ${space[24]};
`;

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** Formats `postalAddress` or `postal_address` as `Postal address`. */
export function storedFieldLabel(name: string): string {
  const plain = name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bstripe\b/, 'Stripe')
    .replace(/\b(?:mot|vin|vdi|dvla|dvsa|ukvd|v5c|co2|bhp)\b/g, (word) => word.toUpperCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function textOf(value: string): string {
  if (instant.test(value) && !Number.isNaN(Date.parse(value))) return formatInstant(value);
  return day.test(value) ? formatDate(value) : value;
}

const isBlock = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Any value of a copy as text, never as markup. */
function StoredValue({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '') return labels.nothing;
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') return String(value);
  if (!isBlock(value)) return labels.nothing;
  if (Array.isArray(value)) {
    if (!value.some(isBlock))
      return value.map((each) => (typeof each === 'string' ? textOf(each) : String(each))).join(', ');
    return (
      <Items>
        {value.map((each, index) => (
          <li key={index}>
            <StoredValue value={each} />
          </li>
        ))}
      </Items>
    );
  }
  return (
    <Inner>
      <StoredValueList facts={value as Record<string, unknown>} />
    </Inner>
  );
}

export function StoredValueList({ facts }: { facts: Readonly<Record<string, unknown>> }) {
  return (
    <Facts>
      {Object.entries(facts).map(([name, value]) => (
        <Line key={name} $block={isBlock(value)}>
          <Label>{storedFieldLabel(name)}</Label>
          <Value>
            <StoredValue value={value} />
          </Value>
        </Line>
      ))}
    </Facts>
  );
}
