/** The entry of a table that is filed under a name from outside: `constructor` and its like are no entries. */
export const lookUp = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
