import { createContext, type ReactNode, useContext, useState } from 'react';

type Values = Map<string, unknown>;

const PageStoreContext = createContext<Values | null>(null);

/** Gives everything below one place for what must be made once for the whole page. */
export function PageStore({ children }: { children: ReactNode }) {
  const [values] = useState<Values>(() => new Map());
  return <PageStoreContext value={values}>{children}</PageStoreContext>;
}

/**
 * The page's one value of that key, made by the first remote that asks. The key's owner says in one place what it is.
 * @throws outside a PageStore.
 */
export function usePageValue<T extends object>(key: string, create: () => T): T {
  const values = useContext(PageStoreContext);
  if (values === null) throw new Error('usePageValue needs a PageStore above it');
  const known = values.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = create();
  values.set(key, made);
  return made;
}
