/** An object that PostgreSQL made as JSON, with its instants as `Date`s: inside JSON they are text. */
export const parseInstantColumns = <Row extends object>(row: Row, names: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(
    names.map((name) => {
      const at = row[name];
      return [name, typeof at === 'string' ? new Date(at) : at];
    }),
  ),
});
