import { fieldText } from '#i18n/field-text.ts'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fieldsOf } from '#lib/fields-of.ts'
import type { Shelf } from './shelf.schema.ts'
import { shelfFields } from './shelf.words.ts'

/** The fields of a shelf, as both areas show them; empty ones are left out. The name is the heading. */
export function ShelfDetails({ shelf, timeZone }: { shelf: Shelf; timeZone: string }) {
  const facts = fieldsOf(shelfFields)
    .filter((field) => field !== 'name')
    .map((field) => ({ label: shelfFields[field].label(), value: fieldText(shelf[field], shelfFields[field]) }))
  return (
    <dl className="border-y border-line">
      {[...facts, { label: m.shelf_added(), value: formatDate(shelf.createdAt, timeZone) }]
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[6.5rem_1fr] gap-x-2 border-line py-2.5 not-first:border-t">
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="min-w-0 break-words">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
