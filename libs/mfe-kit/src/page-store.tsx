import { createContext, type ReactNode, useContext, useState } from 'react';

type Values = Map<string, unknown>;

const PageStoreContext = createContext<Values | null>(null);

/** Provides one store for values that must exist once per page. */
export function PageStore({ children }: { children: ReactNode }) {
  const [values] = useState<Values>(() => new Map());
  return <PageStoreContext value={values}>{children}</PageStoreContext>;
}

/**
 * The page's single value of this key, created by the first remote that uses it. The key's owner defines its type.
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
