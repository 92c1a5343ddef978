import { fieldText } from '#base/i18n/field-text.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import type { ValueOfField, FieldWords } from '#base/lib/noun.ts'

export type RowValue = ValueOfField | undefined

interface FieldListProps<Field extends string> {
  /** The words of the fields, in the order of the page; the first is its heading. */
  fields: Readonly<Record<Field, FieldWords>>
  row: Readonly<Record<NoInfer<Field>, RowValue>> & { createdAt: Date }
  timeZone: string
}

/** The fields of a row that have a value, and when it was added. */
export function FieldList<Field extends string>({ fields, row, timeZone }: FieldListProps<Field>) {
  const [, ...others] = fieldsOf(fields)
  const facts = others.map((field) => ({ label: fields[field].label(), value: fieldText(row[field], fields[field]) }))
  return (
    <dl className="border-y border-line">
      {[...facts, { label: m.noun_added(), value: formatDate(row.createdAt, timeZone) }]
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="flex flex-wrap gap-x-2 border-line py-2.5 not-first:border-t">
            <dt className="min-w-32 text-muted">{label}</dt>
            <dd dir="auto" className="min-w-[min(9rem,100%)] flex-1 break-words">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
