import type { SourceMapPayload } from 'node:module';
import { mapStack } from './map-stack.ts';

/** One segment: column 4 of line 2 is column 2 of line 3 of the source. */
const map = {
  version: 3,
  ...{ file: 'remote.js', sourceRoot: '', names: [], sourcesContent: [] },
  sources: ['mfe-orders/src/orders/orders.page.tsx'],
  mappings: ';IAEE',
} as unknown as SourceMapPayload;
const readMap = (script: string) => (script === 'remote.js' ? map : null);

test('places in built scripts become places in sources, and others stay', () => {
  const stack = [
    'Error: no orders',
    '    at Orders (http://localhost:4201/remote.js:2:5)',
    '    at Shell (http://localhost:4201/main.js:9:1)',
    '    at http://localhost:4200/remotes/mfe-orders/local/remote.js?x=1:2:5',
  ].join('\n');
  expect(mapStack(stack, readMap).split('\n')).toEqual([
    'Error: no orders',
    '    at Orders (mfe-orders/src/orders/orders.page.tsx:3:3)',
    '    at Shell (http://localhost:4201/main.js:9:1)',
    '    at mfe-orders/src/orders/orders.page.tsx:3:3',
  ]);
});
