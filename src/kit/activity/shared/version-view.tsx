import { useId, useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'

interface VersionViewProps<Field extends string> {
  /** All fields that are shown. */
  fields: readonly Field[]
  /** The fields that differ from the present item and can be restored. */
  differing: readonly Field[]
  labelOf: (field: Field) => string
  /** The value in this version; what differs from now is marked. */
  renderValue: (field: Field) => ReactNode
  /** What restoring a field also does. */
  noteOf?: (field: Field) => string | undefined
  isBusy: boolean
  onRestore: (fields: readonly Field[]) => void
}

/** Opens an entry to the item as it was after it: what differs from now is marked, and can be restored. */
export function VersionView<Field extends string>(props: VersionViewProps<Field>) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      {/* The button stands on a line of its own, below other actions on the entry. */}
      <div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className={`${rowActionClass} -ms-2 -my-2`}
        >
          {isOpen ? m.book_version_close() : m.book_version_open()}
        </button>
      </div>
      {isOpen && (
        <div id={id} className="mt-1 rounded-sm border border-line bg-paper px-3 py-2">
          <Version {...props} />
        </div>
      )}
    </>
  )
}

function Version<Field extends string>(props: VersionViewProps<Field>) {
  const { fields, differing, labelOf, renderValue, noteOf, isBusy, onRestore } = props
  const notes = differing.flatMap((field) => noteOf?.(field) ?? [])
  return (
    <>
      <dl>
        {fields.map((field) => (
          <div key={field} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1">
            <dt className="text-xs text-muted">{labelOf(field)}</dt>
            <dd className="col-start-1">{renderValue(field)}</dd>
            {differing.includes(field) && (
              <dd className="col-start-2 row-span-2 row-start-1 -my-2">
                <button
                  {...blockedInDemo}
                  type="button"
                  aria-label={m.book_version_restore_field({ field: labelOf(field) })}
                  aria-disabled={isBusy || undefined}
                  onClick={() => onRestore([field])}
                  className={rowActionClass}
                >
                  {m.book_version_restore()}
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="text-[0.8125rem] text-muted">
          {note}
        </p>
      ))}
      {differing.length > 0 && (
        <Button
          {...blockedInDemo}
          look="second"
          isBusy={isBusy}
          className="my-1.5"
          onClick={() => onRestore(differing)}
        >
          {m.book_version_restore_all()}
        </Button>
      )}
    </>
  )
}
