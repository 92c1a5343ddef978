/** A record of entries that hold every key. */
export const recordOf = <Key extends string, Value>(entries: readonly (readonly [Key, Value])[]) =>
  Object.fromEntries(entries) as Record<Key, Value>
