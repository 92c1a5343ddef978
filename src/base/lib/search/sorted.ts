/**
 * A sorted copy, for code that runs in browsers: some in use, such as Chrome 109, the last one of Windows 7, lack `toSorted`.
 * e2e/old-browser.journey.ts goes without it and other young functions.
 */
export const sorted = <Item>(list: readonly Item[], compare: (a: Item, b: Item) => number): Item[] =>
  // oxlint-disable-next-line unicorn/no-array-sort -- of a copy
  [...list].sort(compare)
