import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { readCode } from '#base/lib/scan/read-code.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { ScanAnswer, ScanInput } from '../desk.schema.ts'
import { AddCopy } from './add-copy.tsx'
import type { Desk } from '../queue/desk.ts'
import { useMayManage } from './use-may-manage.ts'

interface UnknownActionsProps {
  desk: Desk
  scan: Pick<ScanInput, 'code' | 'keys'>
  /** A book without a copy, whose ISBN it is. */
  book?: ScanAnswer['book']
}

/** What an unknown scan may become, for who manages: a copy of a book, in place; a new borrower with this card or name. */
export function UnknownActions({ desk, scan, book }: UnknownActionsProps) {
  const [isAdding, setIsAdding] = useState(false)
  if (!useMayManage()) return null
  const { text, numbers, isbns, isName } = readCode(scan.code, scan.keys)
  const [isbn] = isbns
  const number = isbn === undefined ? numbers[0] : undefined
  const isCopy = book !== undefined || isbn !== undefined || number !== undefined
  return (
    <>
      {!isName && isCopy && (
        <button type="button" className={rowActionClass} onClick={() => setIsAdding(true)}>
          {book ? m.desk_add_copy() : m.desk_add_to_book()}
        </button>
      )}
      {isName && (
        <Link to="/manager/books" search={{ searchTerm: text }} className={rowActionClass}>
          {m.desk_search_books()}
        </Link>
      )}
      {!book && isbn === undefined && (
        <Link
          to="/manager/borrowers/new"
          state={{ borrower: isName ? { name: text } : { card: text } }}
          className={rowActionClass}
        >
          {isName ? m.desk_make_borrower_called({ name: text }) : m.desk_make_borrower()}
        </Link>
      )}
      <AddCopy
        desk={desk}
        book={book}
        isbn={isbn}
        number={number}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      />
    </>
  )
}
