/** Converts the instants of a row that PostgreSQL returned as JSON, where they are text, to `Date`s. */
export const parseInstantColumns = <Row extends object>(row: Row, names: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => {
      const at = row[name];
      return [name, typeof at === 'string' ? new Date(at) : at];
    }),
  ),
});
