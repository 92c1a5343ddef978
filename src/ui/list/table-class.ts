// The look of a list as a table of rows (`GrowingList` with `isTable`).

export const tableFrameClass = 'overflow-clip rounded-md border border-line bg-raised'

/** Lines between the rows, and none around what only keeps their place. */
export const ROWS = 'grid-cols-1 [&>:not([aria-hidden])]:border-line [&>:not([aria-hidden])]:not-last:border-b'

/** The names of the columns: on a desk they stay in view, below the bar of the page. */
export const columnHeadsClass =
  'z-10 border-b border-line bg-raised text-[0.8125rem] font-semibold text-muted lg:tall:sticky lg:tall:top-(--bar-height)'
