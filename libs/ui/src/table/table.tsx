import { styled } from 'styled-components';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { colour, fontSize, mediaQueries, radius, space } from '../theme/tokens.ts';

/** More columns than this fit only on a desktop: on narrower screens their text would wrap. */
const maxColumnsOnTablet = 5;

interface Cards {
  $manyColumns: boolean;
}

/** The screens on which each row is a card with labelled cells. */
const cardsMediaQuery = ({ $manyColumns }: Cards): string =>
  $manyColumns ? mediaQueries.belowWide : mediaQueries.phone;

const Frame = styled.div<Cards>`
  overflow-x: auto;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  ${cardsMediaQuery} {
    border: 0;
    background: none;
  }
`;

const Grid = styled.table<Cards>`
  width: 100%;
  border-collapse: collapse;
  font-size: ${fontSize[14]};
  line-height: 1.4;
  th,
  td {
    padding: ${space[8]} ${space[12]};
    border-bottom: 1px solid ${colour('line')};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${colour('sunken')};
    color: ${colour('muted')};
    font-weight: 600;
    white-space: nowrap;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  .number {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  ${cardsMediaQuery} {
    &,
    tbody,
    tr,
    td,
    th[scope='row'] {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      margin-bottom: ${space[12]};
      padding: ${space[8]} ${space[4]};
      border: 1px solid ${colour('line')};
      border-radius: ${radius.control};
      background: ${colour('surface')};
    }
    td,
    th[scope='row'] {
      display: flex;
      flex-wrap: wrap;
      column-gap: ${space[12]};
      padding: ${space[4]} ${space[8]};
      border-bottom: 0;
    }
    td[colspan] {
      display: block;
    }
    td[data-label]::before,
    th[data-label]::before {
      content: attr(data-label);
      /* The column's head is said already. */
      content: attr(data-label) / '';
      flex: 0 0 max(6rem, 36%);
      color: ${colour('muted')};
      font-weight: 400;
    }
    /* A value that does not fit beside its label, an e-mail address say, stands below it. */
    td > div,
    th[scope='row'] > div {
      flex: 1 1 auto;
      max-width: 100%;
    }
    .number {
      text-align: left;
    }
  }
`;

export interface TableColumn<Row> {
  /** Stable name. */
  id: string;
  /** The head of the column; also labels its cells in cards. */
  label: string;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** Accessible name: `Recent reports`. */
  label: string;
  /** The first column names the row. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Further content of a row, below it across all columns; null for none. */
  detail?: (row: Row) => ReactNode;
}

/**
 * Whether the element scrolls sideways. True until it is measured, as in prerendered HTML, because keyboard users must
 * be able to reach hidden content.
 */
function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const frame = element.current;
    if (frame === null || !('ResizeObserver' in globalThis)) return undefined;
    const observer = new ResizeObserver(() => {
      setScrolls(frame.scrollWidth > frame.clientWidth);
    });
    for (const each of [frame, ...frame.children]) observer.observe(each);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return scrolls;
}

/**
 * Rows with sticky heads; cards on a phone, and on a tablet if there are many columns. Only its own frame scrolls
 * sideways, never the page; a frame that scrolls is a tab stop.
 */
export function Table<Row>({ label, columns, rows, keyOf, detail }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  const manyColumns = columns.length > maxColumnsOnTablet;
  return (
    <Frame
      ref={frame}
      $manyColumns={manyColumns}
      {...(scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
    >
      {/* Roles are explicit, because some browsers drop those of a table that is not displayed as one. */}
      <Grid role="table" aria-label={label} $manyColumns={manyColumns}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, label: head, numeric }) => (
              <th key={id} role="columnheader" scope="col" {...(numeric ? { className: 'number' } : {})}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const more = detail?.(row) ?? null;
            return [
              <tr key={keyOf(row)} role="row">
                {columns.map(({ id, label: head, numeric, cell }, index) => {
                  const attributes = { 'data-label': head, ...(numeric ? { className: 'number' } : {}) };
                  // Wraps any content as one item of the card's cell.
                  const value = <div>{cell(row)}</div>;
                  return index === 0 ? (
                    <th key={id} role="rowheader" scope="row" {...attributes}>
                      {value}
                    </th>
                  ) : (
                    <td key={id} role="cell" {...attributes}>
                      {value}
                    </td>
                  );
                })}
              </tr>,
              more === null ? null : (
                <tr key={`${keyOf(row)} detail`} role="row">
                  <td role="cell" colSpan={columns.length}>
                    {more}
                  </td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </Grid>
    </Frame>
  );
}
