export interface UkvdPackageBill {
  package: string;
  count: number;
  byRegistration: Record<string, number>;
}

export interface UkvdPackageBills {
  add(packageName: string, registration: string): void;
  /** The charges of one registration, or of all with null. */
  read(registration: string | null): UkvdPackageBill[];
  clear(): void;
}

/** @param packages every package, billed or not */
export function createUkvdPackageBills(packages: readonly string[]): UkvdPackageBills {
  const bills = new Map(packages.map((name) => [name, new Map<string, number>()]));
  return {
    add: (packageName, registration) => {
      const bill = bills.get(packageName);
      bill?.set(registration, (bill.get(registration) ?? 0) + 1);
    },
    read: (registration) =>
      [...bills].map(([name, bill]) => {
        const rows = [...bill].filter(([one]) => registration === null || one === registration);
        return {
          package: name,
          count: rows.reduce((sum, [, count]) => sum + count, 0),
          byRegistration: Object.fromEntries(rows),
        };
      }),
    clear: () => {
      for (const bill of bills.values()) bill.clear();
    },
  };
}
