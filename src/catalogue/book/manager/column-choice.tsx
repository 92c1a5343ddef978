import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import {
  BOOK_COLUMNS,
  columnLabel,
  CHOSEN_MAX,
  hasColumn,
  readColumns,
  writeColumns,
  type BookColumn,
} from './book-columns.ts'

/** Opens the choice of the table's columns, which the address keeps; a phone has no table. */
export function ColumnChoice({ columns: text }: { columns: string | undefined }) {
  const navigate = useNavigate({ from: '/manager/books/' })
  const isLending = useIsLending()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // The address follows a little later than the boxes, which must not wait for it.
  const [columns, setColumns] = useState(readColumns(text, isLending))
  const choose = (next: string | undefined) => {
    setColumns(readColumns(next, isLending))
    void navigate({ search: (old) => ({ ...old, columns: next }), replace: true, resetScroll: false })
  }
  const toggle = (column: BookColumn, isOn: boolean) =>
    choose(writeColumns(isOn ? [...columns, column] : columns.filter((one) => one !== column)))
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setColumns(readColumns(text, isLending))
          setIsOpen(true)
        }}
        className={`${lineActionClass} max-lg:hidden print:hidden`}
      >
        {m.books_columns()}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.books_columns()}
        closeLabel={m.common_close()}
        lastFocus={opener}
      >
        <fieldset>
          <legend className="mb-2 text-sm text-muted">
            {m.books_columns_hint({ limit: formatNumber(CHOSEN_MAX) })}
          </legend>
          <div className="grid grid-cols-2 gap-x-4">
            {BOOK_COLUMNS.filter((column) => hasColumn(column, isLending)).map((column) => {
              const isOn = columns.includes(column)
              const isLeftOut = !isOn && columns.length === CHOSEN_MAX
              return (
                <label
                  key={column}
                  className={`flex min-h-11 items-center gap-3 ${isLeftOut ? 'text-muted' : 'cursor-pointer'}`}
                >
                  <CheckBox
                    checked={isOn}
                    disabled={isLeftOut}
                    onChange={({ target }) => toggle(column, target.checked)}
                    className="size-4.5 flex-none accent-accent"
                  />
                  {columnLabel(column)}
                </label>
              )
            })}
          </div>
        </fieldset>
        <div className="grid grid-cols-2 gap-3">
          <Button look="second" onClick={() => choose(undefined)}>
            {m.books_columns_usual()}
          </Button>
          <Button onClick={() => setIsOpen(false)}>{m.common_close()}</Button>
        </div>
      </Dialog>
    </>
  )
}
