import { useQuery } from '@tanstack/react-query';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { useState } from 'react';

interface PageOf<T> {
  items: T[];
  next: string | null;
}

/** Focuses the row, unless something else has the focus since the button was removed. */
const takeFocus = (row: HTMLLIElement | null): void => {
  if (document.activeElement === document.body) row?.focus();
};

/** A list, newest first, loaded page by page. When the last page has loaded, its first row takes the focus. */
export function usePagedList<T extends { id: string }>(
  queryKey: readonly string[],
  read: (before: string | undefined, signal?: AbortSignal) => Promise<PageOf<T>>,
) {
  const [older, setOlder] = useState<PageOf<T>[]>([]);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(undefined, signal),
    // Older pages follow on the first page as it was when they were loaded, so it must not be refetched.
    ...(older.length > 0 ? { staleTime: Infinity } : {}),
  });
  const last = older.at(-1) ?? query.data;
  const next = last?.next ?? null;
  const { submission, submit } = useFormSubmission(async (before: string) => {
    const page = await read(before);
    setOlder((pages) => [...pages, page]);
  });
  const all = [...(query.data?.items ?? []), ...older.flatMap(({ items }) => items)];
  const arrived = next === null && older.length > 0 ? (older.at(-1)?.items[0] ?? all.at(-1)) : undefined;
  return {
    query,
    items: [...new Map(all.map((item) => [item.id, item])).values()],
    /** Props of the `li` of an item. */
    rowProps: (id: string) => (id === arrived?.id ? { ref: takeFocus, tabIndex: -1 } : {}),
    hasOlder: next !== null,
    showOlder: () => {
      if (next !== null) void submit(next);
    },
    isBusy: submission.state === 'busy',
    error: submission.state === 'failed' ? submission.error : null,
  };
}
