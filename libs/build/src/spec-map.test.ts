import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot as root } from './repository.ts';

const folder = join(root, 'docs/spec-map');
const maxWordsPerCell = 20;

interface Row {
  page: string;
  cells: string[];
}

/** The rows of every table of the pages, without headings and separators. */
const rows: Row[] = readdirSync(folder).flatMap((page) =>
  readFileSync(join(folder, page), 'utf8')
    .split('\n')
    .filter((line, at, lines) => line.startsWith('|') && !line.startsWith('| --') && !lines[at + 1]?.startsWith('| --'))
    .map((line) => ({
      page,
      cells: line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    })),
);
const departures = rows.filter(({ page }) => page === 'departures.md');
const clauses = rows.filter(({ page, cells }) => page !== 'README.md' && page !== 'departures.md' && cells.length > 2);
const departuresOf = ({ cells }: Row): string[] => cells[3]?.match(/\bD\d+\b/g) ?? [];

test('every cell has at most twenty words', () => {
  const long = rows.flatMap(({ cells }) => cells.filter((cell) => cell.split(/\s+/).length > maxWordsPerCell));
  expect(long).toEqual([]);
});

test('every row has a location and a test, or is a departure', () => {
  expect(clauses.length).toBeGreaterThan(200);
  const incomplete = clauses.filter(
    (row) => (row.cells[1] === '' || row.cells[2] === '') && departuresOf(row).length === 0,
  );
  expect(incomplete).toEqual([]);
});

test('the test of a row is a test file', () => {
  const shown = clauses.flatMap(({ cells }) =>
    [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(shown.filter((path) => !/\.(?:test\.tsx?|test\.ts\*|spec\.ts)$/.test(path))).toEqual([]);
});

test('each departure has a unique number and a reason, and belongs to a row', () => {
  const numbers = departures.map(({ cells: [number = ''] }) => number);
  expect(numbers).toEqual(numbers.map((_, at) => `D${at + 1}`));
  expect(departures.filter(({ cells }) => cells.length !== 3 || cells.includes(''))).toEqual([]);
  expect([...new Set(clauses.flatMap(departuresOf))].toSorted()).toEqual(numbers.toSorted());
});
