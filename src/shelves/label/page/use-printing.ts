import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { isoDay } from '#base/lib/day-start.ts'
import { useAction } from '#base/ui/use-action.ts'
import { startBorrowerBulk } from '#lending/borrower-bulk/borrower-bulk.data.ts'
import { startCopyBulk } from '#lending/copy/bulk/copy-bulk.data.ts'
import type { LabelAbout } from '../label-search.schema.ts'

interface Printing {
  about: LabelAbout
  /** Of which labels it is noted that they are printed; none for those that are not what a scanner reads. */
  ids: string[]
  timeZone: string
}

/** Prints the page, then notes what was printed: a bulk change, which is taken back as one. */
export function usePrinting({ about, ids, timeZone }: Printing) {
  const [bulk, setBulk] = useState<{ about: LabelAbout; id: string } | null>(null)
  const print = useAction(
    async () => {
      window.print()
      if (ids.length === 0) return
      const day = isoDay(new Date(), timeZone)
      const { id } =
        about === 'copies'
          ? await startCopyBulk({ data: { kind: 'set', copies: { ids }, values: { labelPrintedOn: day } } })
          : await startBorrowerBulk({ data: { kind: 'set', borrowers: { ids }, values: { cardPrintedOn: day } } })
      setBulk({ about, id })
    },
    { failure: m.labels_not_noted() },
  )
  return { print, bulk: bulk?.about === about ? bulk.id : null, close: () => setBulk(null) }
}
