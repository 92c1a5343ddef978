import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { borrowersQuery } from '#lending/borrower/borrower.data.ts'
import { ReserveDialog, useChoice } from '#lending/loan/shared/reserve-dialog.tsx'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'

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
  const query = borrowersQuery({ searchTerm: choice.term, sort: 'name', groupId: undefined, state: undefined })
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
