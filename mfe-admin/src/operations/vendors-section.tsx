import type { VendorStatus } from '@ve/contracts/http/operations/admin-operations';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText } from '@ve/ui/text/text';
import { vendorLabel } from '../platform/labels.ts';
import { CollapsibleTable } from './collapsible-table.tsx';
import { messages } from './messages.en-gb.ts';
import { useVendorStatuses } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const tones: Record<VendorStatus['state'], StatusTone> = {
  ok: 'pass',
  failing: 'fail',
  'breaker-open': 'fail',
  quiet: 'unknown',
};

const percentOf = (part: number, all: number): string => {
  const percent = (part / all) * 100;
  return percent > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
};

function Calls({ of: { calls, errors, limited, refusedByBreaker } }: { of: VendorStatus['hour'] }) {
  if (calls + limited + refusedByBreaker === 0) return messages.noCalls;
  return (
    <>
      {messages.calls(calls)}
      {calls === 0 ? null : <MutedText>{messages.errors(errors, percentOf(errors, calls))}</MutedText>}
      {limited === 0 ? null : <MutedText>{messages.limited(limited)}</MutedText>}
      {refusedByBreaker === 0 ? null : <MutedText>{messages.refused(refusedByBreaker)}</MutedText>}
    </>
  );
}

function Budget({ of }: { of: VendorStatus['budget'] }) {
  if (of === null || (of.callsLimit === null && of.penceLimit === null)) {
    return (
      <>
        {messages.noBudget}
        {of === null ? null : <MutedText>{messages.calls(of.calls)}</MutedText>}
      </>
    );
  }
  const { calls, pence, callsLimit, penceLimit } = of;
  return (
    <>
      {callsLimit === null ? null : (
        <div>{messages.used(messages.calls(calls), callsLimit.toLocaleString('en-GB'))}</div>
      )}
      {penceLimit === null ? null : (
        <div>{messages.used(formatMoney(pence, 'gbp'), formatMoney(penceLimit, 'gbp'))}</div>
      )}
    </>
  );
}

const columns: readonly TableColumn<VendorStatus>[] = [
  { id: 'vendor', label: messages.vendor, cell: ({ vendor }) => vendorLabel(vendor) },
  {
    id: 'state',
    label: messages.state,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>,
  },
  { id: 'hour', label: messages.hour, numeric: true, cell: ({ hour }) => <Calls of={hour} /> },
  { id: 'day', label: messages.day, numeric: true, cell: ({ day }) => <Calls of={day} /> },
  { id: 'budget', label: messages.budget, numeric: true, cell: ({ budget }) => <Budget of={budget} /> },
];

/** The results of our calls to vendors, over all processes. */
export function VendorsSection() {
  return (
    <OperationsSection title={messages.vendors} query={useVendorStatuses()}>
      {({ vendors }) => (
        <CollapsibleTable
          label={messages.vendors}
          columns={columns}
          rows={vendors}
          keyOf={({ vendor }) => vendor}
          isUneventful={({ state, hour: { errors, limited } }) =>
            state === 'quiet' || (state === 'ok' && errors + limited === 0)
          }
          quiet={messages.quietVendors}
        />
      )}
    </OperationsSection>
  );
}
