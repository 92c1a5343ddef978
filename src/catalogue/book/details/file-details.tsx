import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { NamedValue } from '#base/lib/noun.ts'
import { fold } from '#base/lib/search/fold.ts'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { readerDetailsQuery, setReaderDetail } from './book-detail.data.ts'

/** For managers, closed: what a book has beside its fields, such as further columns of a file, and which of it readers see. */
export function FileDetails({ details }: { details: readonly NamedValue[] }) {
  const queryClient = useQueryClient()
  // Optional: without the answer nothing can be ticked.
  const { data: shown } = useQuery(readerDetailsQuery)
  const set = useAction(
    async (input: { name: string; isForReaders: boolean }) => {
      await setReaderDetail({ data: input })
    },
    {
      failure: m.book_details_failed(),
      refresh: () => queryClient.invalidateQueries({ queryKey: readerDetailsQuery.queryKey }),
    },
  )
  if (details.length === 0) return null
  return (
    <details className="group mt-3">
      <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 font-medium text-accent hover:underline">
        {m.book_details_count({ count: formatNumber(details.length) })}
        <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
      </summary>
      <p className="mt-1 mb-2 text-sm text-pretty text-muted">{m.book_details_hint()}</p>
      <dl className="border-y border-line">
        {details.map(({ name, value }, at) => (
          <div
            // Names may repeat.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-line py-2 not-first:border-t sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <dt className="text-muted [overflow-wrap:anywhere] max-sm:text-sm sm:py-1.5">
              <bdi>{name}</bdi>
            </dt>
            <dd className="[overflow-wrap:anywhere] max-sm:row-start-2 sm:py-1.5">
              <bdi>{value}</bdi>
            </dd>
            {shown && (
              <dd className="max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-2">
                <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
                  <CheckBox
                    checked={shown.includes(fold(name))}
                    aria-label={m.book_detail_for_readers_of({ name })}
                    onChange={({ target }) => void set.run({ name, isForReaders: target.checked })}
                    className="size-[1.125rem] flex-none accent-accent"
                  />
                  {m.book_detail_for_readers()}
                </label>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}
