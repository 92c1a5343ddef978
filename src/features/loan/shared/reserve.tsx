import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#errors/local-error.ts'
import { booksQuery } from '#features/book/book.data.ts'
import { borrowersQuery } from '#features/borrower/borrower.data.ts'
import { borrowersSearchSchema } from '#features/borrower/borrower-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { ReserveDialog, useChoice } from './reserve-dialog.tsx'

/** On a book's page: lets a borrower, found by name, card or school number, wait for it. */
export function ReserveForBorrower({ bookId }: { bookId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button {...blockedInDemo} type="button" className={rowActionClass} onClick={() => setIsOpen(true)}>
        {m.own_reserve()}
      </button>
      {isOpen && <BorrowerChoice bookId={bookId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function BorrowerChoice({ bookId, onClose }: { bookId: string; onClose: () => void }) {
  const choice = useChoice()
  const query = borrowersQuery(borrowersSearchSchema.parse({ searchTerm: choice.term }))
  const { data, error } = useInfiniteQuery({ ...query, enabled: choice.term !== '' })
  return (
    <ReserveDialog
      title={m.hold_for()}
      label={m.hold_borrower()}
      hint={m.hold_borrower_hint()}
      choice={choice}
      options={data?.pages[0]?.items.map(({ id, name, groupName, card, schoolNumber }) => ({
        id,
        label: name,
        note: [groupName, schoolNumber || card].filter(Boolean).join(' · '),
      }))}
      error={error ? fromThrown(error).message : undefined}
      holdOn={(borrowerId) => ({ bookId, borrowerId })}
      onClose={onClose}
    />
  )
}

/** On a borrower's page: lets them wait for a book that is found by title, author or ISBN. */
export function ReserveBook({ borrower }: { borrower: { id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...blockedInDemo} look="second" onClick={() => setIsOpen(true)}>
        {m.own_reserve()}
      </Button>
      {isOpen && <BookChoice borrower={borrower} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function BookChoice({ borrower, onClose }: { borrower: { id: string; name: string }; onClose: () => void }) {
  const choice = useChoice()
  const { data, error } = useInfiniteQuery({
    ...booksQuery({ searchTerm: choice.term }),
    enabled: choice.term !== '',
  })
  return (
    <ReserveDialog
      title={m.hold_book_for({ name: borrower.name })}
      label={m.hold_book()}
      hint={m.hold_book_hint()}
      choice={choice}
      options={data?.pages[0]?.items.map(({ id, title, author }) => ({
        id,
        label: title,
        ...(author && { note: author }),
      }))}
      error={error ? fromThrown(error).message : undefined}
      holdOn={(bookId) => ({ bookId, borrowerId: borrower.id })}
      onClose={onClose}
    />
  )
}
