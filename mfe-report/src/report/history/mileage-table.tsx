import type { MileagePoint } from '@ve/domain/vehicle/mileage/mileage-timeline';
import { readingNoteOf, formatSignedMiles } from '@ve/domain/vehicle/mileage/reading-labels';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { mileageMessages } from './messages.en-gb.ts';

/** Many readings scroll inside their own frame. */
const Frame = styled.div`
  max-height: 22rem;
  overflow: auto;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.control};
  ${media.print} {
    max-height: none;
    overflow: visible;
  }
`;

const Grid = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${fontSize[14]};
  line-height: 1.4;
  caption {
    padding: ${space[8]};
    text-align: left;
    font-weight: 600;
  }
  th,
  td {
    padding: ${space[4]} ${space[8]};
    border-bottom: 1px solid ${colour('line')};
    text-align: left;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${colour('sunken')};
    color: ${colour('muted')};
    font-weight: 600;
  }
  tbody th,
  .number {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .number {
    text-align: right;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  ${media.print} {
    tr {
      break-inside: avoid;
    }
  }
`;

/** The readings with their changes and notes, newest first. */
export function MileageTable({ points }: { points: readonly MileagePoint[] }) {
  const { table, columns } = mileageMessages;
  return (
    <Frame role="group" aria-label={table} tabIndex={0}>
      <Grid>
        <caption>{table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.date}</th>
            <th scope="col" className="number">
              {columns.miles}
            </th>
            <th scope="col" className="number">
              {columns.change}
            </th>
            <th scope="col">{columns.note}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point, index) => (
            <tr key={index}>
              <th scope="row">{formatDateShort(point.day)}</th>
              <td className="number">{point.miles.toLocaleString('en-GB')}</td>
              <td className="number">{point.change === null ? '' : formatSignedMiles(point.change)}</td>
              <td>{readingNoteOf(point)}</td>
            </tr>
          ))}
        </tbody>
      </Grid>
    </Frame>
  );
}
