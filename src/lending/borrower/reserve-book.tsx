import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { booksQuery } from '#catalogue/book/book.data.ts'
import { ReserveDialog, useChoice } from '#lending/loan/shared/reserve-dialog.tsx'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'

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
