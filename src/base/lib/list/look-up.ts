/** The entry of a table by a name from a request; ignores inherited properties such as `constructor`. */
export const lookUp = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
