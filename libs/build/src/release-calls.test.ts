import { findExportedSlotFillers } from './exported-slots.ts';
import { contractImports } from './release-calls.ts';

test.each([
  [`import { readOrder } from '@ve/contracts/http/orders';`, { orders: ['readOrder'] }],
  [
    `import {\n  type Order,\n  readOrder as read,\n} from '@ve/contracts/http/orders';`,
    { orders: ['Order', 'readOrder'] },
  ],
  [`import type { readSession } from '@ve/contracts/http/identity/session';`, { 'identity/session': ['readSession'] }],
  [
    `import { a } from '@ve/contracts/http/one';\nimport { b } from '@ve/contracts/http/two';\nimport { c } from '@ve/contracts/http/one';`,
    { one: ['a', 'c'], two: ['b'] },
  ],
  [`import { slotNames } from '@ve/contracts/slots';`, {}],
  [`import { callApi } from '@ve/mfe-kit/api';`, {}],
])('%s imports %j of the contracts', (code, imports) => {
  expect(contractImports(code)).toEqual(imports);
});

test.each([
  [`export const slots: SlotFillers = { 'report.after-checks/v1': Guides, 'report.after-checks/v2': Guides };`, 2],
  [`export const slots = { "report.after-checks/v1" : () => null };`, 1],
  [`// report.after-checks/v1\nexport const slots = {};`, 0],
])('%s has components for %i slots', (code, count) => {
  expect(findExportedSlotFillers(code)).toHaveLength(count);
});
