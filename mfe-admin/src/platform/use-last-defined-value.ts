import { useState } from 'react';

/** The last defined value: keeps showing it while a refetch fails. */
export function useLastDefinedValue<T>(value: T | undefined): T | undefined {
  const [lastValue, setLast] = useState(value);
  if (value !== undefined && value !== lastValue) setLast(value);
  return value ?? lastValue;
}
