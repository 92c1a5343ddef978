import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sourceNames } from '#exchange/book-source/book-source.words.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { fieldLabel } from '../page/import-words.ts'
import { lookupCountQuery, startImportLookup } from './import-lookup.data.ts'

const FIRST = 'year'

/** Begins to look up books that have an ISBN and lack something. Nothing is shown where LOOKUP is not set, and without such books. */
export function LookupStart() {
  const navigate = useNavigate()
  const [picked, setPicked] = useState<string[]>()
  const { data } = useQuery(lookupCountQuery(picked?.length ? picked : [FIRST]))
  const start = useAction(
    async (fields: string[]) =>
      navigate({ to: '/manager/import/$id', params: await startImportLookup({ data: { fields } }) }),
    { failure: m.lookup_fill_failed() },
  )
  const counts = Object.entries(data?.byField ?? {}).filter(([, count]) => count > 0)
  if (!data || counts.length === 0) return null
  const lacking = counts.map(([field]) => field)
  const chosen = picked ?? (lacking.includes(FIRST) ? [FIRST] : lacking.slice(0, 1))
  const [only = ''] = chosen
  const total = chosen.length > 1 ? data.total : (data.byField[only] ?? 0)
  return (
    <Panel title={m.lookup_fill_title()} className="mt-4">
      <p className="mt-1 text-pretty text-muted">
        {m.lookup_fill_text({ sources: sourceNames(data.sources, 'title') })}
      </p>
      <fieldset className="mt-2 grid grid-cols-2 flex-wrap gap-x-6 sm:flex">
        <legend className="sr-only">{m.lookup_fill_missing()}</legend>
        {counts.map(([field, count]) => (
          <label key={field} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5">
            <CheckBox
              checked={chosen.includes(field)}
              className="size-4.5 flex-none cursor-pointer accent-accent"
              onChange={({ target }) =>
                setPicked(target.checked ? [...chosen, field] : chosen.filter((one) => one !== field))
              }
            />
            {fieldLabel(field)}
            <span className="text-muted tabular-nums">{formatNumber(count)}</span>
          </label>
        ))}
      </fieldset>
      <Button
        {...blockedInDemo}
        look="second"
        isBusy={start.isBusy}
        aria-disabled={total === 0}
        className="mt-2 max-sm:w-full"
        onClick={() => total > 0 && void start.run(chosen)}
      >
        {m.lookup_fill_start({ books: m.activity_books({ count: total, shown: formatNumber(total) }) })}
      </Button>
    </Panel>
  )
}
