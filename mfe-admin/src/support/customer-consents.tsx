import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { type CustomerFilePart } from './cells.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSectionRows } from './section.tsx';

type Consent = CustomerFilePart<'consents'>[number];

const isConsentKind = (kind: string): kind is keyof typeof messages.consents.kinds => kind in messages.consents.kinds;

export function CustomerConsents({ consents }: { consents: readonly Consent[] }) {
  const { title, empty, columns, kinds } = messages.consents;
  return (
    <CustomerSectionRows
      label={title}
      empty={empty}
      keyOf={({ kind, givenAt }) => kind + givenAt}
      rows={consents}
      columns={[
        { id: 'kind', label: columns.kind, cell: ({ kind }: Consent) => (isConsentKind(kind) ? kinds[kind] : kind) },
        { id: 'version', label: columns.version, cell: ({ version }) => version },
        { id: 'at', label: columns.at, cell: ({ givenAt }) => <RelativeTime at={givenAt} /> },
      ]}
    />
  );
}
