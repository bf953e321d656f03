import { createRequire } from 'node:module';

/* How modules are changed; e2e/specs/outside.team.spec.ts shows that pages keep their state. */

type Loader = (this: { rootContext: string; resourcePath: string }, source: string) => string;
const loader = createRequire(import.meta.url)('./component-proxies.cjs') as Loader;
const changed = (source: string, file = 'page.tsx'): string =>
  loader.call({ rootContext: '/mfe-orders', resourcePath: `/mfe-orders/src/${file}` }, source);

const page = `import { useState } from 'react';

function Row<T>({ value }: { value: T }) {
  return <li>{String(value)}</li>;
}

export function Page() {
  const [count] = useState(0);
  return <Row value={count} />;
}

export default function Remote() {
  return <Page />;
}
`;

test('each top-level component has a proxy, under its name and as it was exported', () => {
  const [first = ''] = changed(page).split('\n');
  expect(first).toContain(
    'const Row = componentProxy("src/page.tsx#Row", Row$, "useState");export const Page = componentProxy(',
  );
  expect(first).toContain(
    'const Remote = componentProxy("src/page.tsx#Remote", Remote$, "useState");export default Remote;',
  );
});

test('lines keep their numbers, for messages of the compiler', () => {
  const lines = changed(page).split('\n');
  expect(lines[0]?.endsWith("import { useState } from 'react';")).toBe(true);
  const renamed = page.replace(/^(?:export (?:default )?)?function (\w+)/gm, 'function $1$$');
  expect(lines.slice(1, -2)).toEqual(renamed.split('\n').slice(1));
});

test.each([
  ['page.tsx', page, true],
  ['page.tsx', 'export const Page = memo(() => null);', false],
  ['page.tsx', 'export default class Page extends Component {}', false],
  ['limits.ts', 'export const Limits = { most: 3 };', true],
])('%s keeps its state after an update, or the page is reloaded', (file, source, isKept) => {
  expect(changed(source, file)).toContain(`, ${String(isKept)});`);
});
