const BOX = 'h-11 min-w-0 max-w-full rounded-md border text-[0.9rem] font-semibold max-sm:text-[0.85rem]'

/** The look of a control in the bar that opens a list; one that narrows it (`isOn`) stands out. On a phone all of them stand in one line. */
export const filterClass = (isOn = false): string =>
  `${BOX} ${isOn ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-raised hover:border-muted'}`

/** The look of a filter that is a select. */
export const selectClass = (isOn = false): string =>
  `${filterClass(isOn)} px-3 max-sm:px-2.5 [&>span]:truncate bar:[&>span]:max-w-48 max-sm:[&>span+svg]:hidden`

/** A filter that is set, with its way out. */
export const chipClass =
  'relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft ps-3 pe-2 text-[0.8125rem] font-medium text-accent after:absolute after:-inset-1.5 focus-visible:-outline-offset-2 hover:border-accent-hover print:border-line print:pe-3'

/** The look of the select of the order: on a phone only its icon is shown. */
export const orderClass = `${selectClass()} min-w-11 max-sm:[&>span]:hidden`
