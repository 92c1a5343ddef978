import { useQuery } from '@tanstack/react-query'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { borrowerBulkPage, countedBorrowers } from './shared/borrower-bulk-page.ts'
import { borrowerBulkPreviewQuery } from './borrower-bulk.data.ts'
import type { BorrowerBulkInput } from './borrower-bulk.schema.ts'

/** Milliseconds without a key before a typed value is asked about. */
const TYPED = 300

/** What a change would do, before it is made: how many borrowers it changes, and how many it leaves alone and why. */
export function BorrowerBulkPreview({ input }: { input: BorrowerBulkInput }) {
  const asked = useDebounced(JSON.stringify(input), TYPED)
  const isAsked = asked === JSON.stringify(input)
  const { data, error } = useQuery({ ...borrowerBulkPreviewQuery(input), enabled: isAsked })
  return (
    // As high as its usual two lines: nothing moves when they come.
    <div role="status" className="min-h-12 text-sm">
      {error && <p className="text-danger">{fromThrown(error).message}</p>}
      {data &&
        linesOf(input.kind, data).map(({ text, isRefusal }) => (
          <p key={text} className={isRefusal ? 'text-danger' : 'text-muted'}>
            {text}
          </p>
        ))}
    </div>
  )
}

interface Expected {
  changed: number
  unchanged: number
  refused: readonly { reason: keyof typeof borrowerBulkPage.reasons; count: number }[]
}

function linesOf(kind: BorrowerBulkInput['kind'], { changed, unchanged, refused }: Expected) {
  const borrowers = countedBorrowers(changed)
  const lines = [
    {
      text: kind === 'set' ? m.borrower_preview_changed({ borrowers }) : m.borrower_preview_trashed({ borrowers }),
      isRefusal: false,
    },
  ]
  if (unchanged > 0)
    lines.push({ text: m.borrower_preview_unchanged({ borrowers: countedBorrowers(unchanged) }), isRefusal: false })
  for (const { reason, count } of refused) {
    const words = { name: borrowerBulkPage.reasons[reason](), value: countedBorrowers(count) }
    lines.push({ text: m.field_pair(words), isRefusal: true })
  }
  return lines
}
