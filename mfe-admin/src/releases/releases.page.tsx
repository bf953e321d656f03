import { useQueryClient } from '@tanstack/react-query';
import type { ReleaseStatus } from '@ve/contracts/http/operations/admin-releases';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { Toast } from '@ve/ui/toast/toast';
import { useEffect, useState } from 'react';
import { EmptyList } from '../platform/empty-list.tsx';
import { LoadedList } from '../platform/loaded-list.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { ReleaseColumnLegend } from './column-legend.tsx';
import { messages } from './messages.en-gb.ts';
import { ReleaseMoveDialog, type ReleaseMoveDialogOutcome, type PlannedReleaseMove } from './release-move-dialog.tsx';
import { packageReleasesCardId, PackageReleasesSection } from './package-section.tsx';
import { ReleaseOverrideSection } from './override-section.tsx';
import { isStableOnlyPackage, StableOnlyPackages } from './stable-only-packages.tsx';
import { releasesQueryKey, useReleaseStatuses } from './releases.query.ts';

/** Sorts packages with a canary first. A move does not change the order while the page is open. */
function useOrder(names: readonly ReleaseStatus[]): ReleaseStatus[] {
  const [first, setFirst] = useState<readonly string[] | null>(null);
  if (first === null && names.length > 0) {
    setFirst(names.toSorted((a, b) => Number(a.canary === null) - Number(b.canary === null)).map(({ name }) => name));
  }
  const place = ({ name }: ReleaseStatus): number => (first?.includes(name) ? first.indexOf(name) : names.length);
  return names.toSorted((a, b) => place(a) - place(b));
}

function Releases() {
  const query = useReleaseStatuses();
  const client = useQueryClient();
  const [planned, setPlanned] = useState<{ plan: PlannedReleaseMove; of: ReleaseStatus } | null>(null);
  const [done, setDone] = useState<ReleaseMoveDialogOutcome | null>(null);
  const ordered = useOrder(query.data?.names ?? []);
  /** The package whose card takes the focus: it was moved, or opened from the table above. */
  const [current, setCurrent] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const quiet = ordered.filter(isStableOnlyPackage);
  const toggle = (name: string) => {
    const isOpened = opened.includes(name);
    setOpened(isOpened ? opened.filter((each) => each !== name) : [...opened, name]);
    setCurrent(isOpened ? null : name);
  };
  useEffect(() => {
    if (planned === null && current !== null) document.getElementById(packageReleasesCardId(current))?.focus();
  }, [planned, current]);
  const close = () => {
    setPlanned(null);
    void client.invalidateQueries({ queryKey: releasesQueryKey });
  };
  return (
    <Stack $gap={24}>
      <Text>{messages.about}</Text>
      <LoadedList
        query={query}
        retry={() => void query.refetch()}
        labels={messages}
        rowHeight="14rem"
        toast={() => null}
      >
        {({ names }) =>
          names.length === 0 ? (
            <EmptyList labels={messages} />
          ) : (
            <>
              <ReleaseColumnLegend />
              {ordered
                .filter((of) => !isStableOnlyPackage(of))
                .map((of) => (
                  <PackageReleasesSection key={of.name} of={of} plan={(plan) => setPlanned({ plan, of })} />
                ))}
              {quiet.length === 0 ? null : (
                <StableOnlyPackages
                  names={quiet}
                  opened={opened}
                  onToggle={toggle}
                  plan={(plan, of) => setPlanned({ plan, of })}
                />
              )}
            </>
          )
        }
      </LoadedList>
      <ReleaseOverrideSection />
      {planned === null ? null : (
        <ReleaseMoveDialog
          {...planned}
          onClose={close}
          onDone={(outcome) => {
            setDone(outcome);
            setCurrent(planned.of.name);
            // The card, which takes the focus, has the move in its history.
            setOpened((names) => (names.includes(planned.of.name) ? names : [...names, planned.of.name]));
            close();
          }}
        />
      )}
      {done === null ? null : (
        <Toast
          tone={done === 'moved' ? 'pass' : 'warn'}
          role="status"
          title={messages.outcomes[done]}
          onClose={() => setDone(null)}
        />
      )}
    </Stack>
  );
}

/** `/admin/releases`: the releases of shell and remotes that visitors get, their figures, and the moves. */
export function ReleasesPage() {
  return (
    <StaffArea title={messages.title}>
      <Releases />
    </StaffArea>
  );
}
