import { useState } from 'react';

/** The value, or the last one that there was: what cannot be read again keeps what it had. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}
