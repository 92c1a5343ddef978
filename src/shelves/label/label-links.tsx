import { Link, useNavigate } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import type { BorrowerSelection } from '#lending/borrower/borrower.slots.ts'
import type { CopySelection } from '#lending/copy/copy.slots.ts'
import { keepChosenBorrowers, keepChosenCopies } from './label-selection.ts'

/** On the list of copies: the way to their labels. */
export const LabelsLink = () => (
  <Link to="/manager/labels" className={`${lineActionClass} print:hidden`}>
    {m.labels_title()}
  </Link>
)

/** On the list of borrowers: the way to their library cards. */
export const CardsLink = () => (
  <Link to="/manager/labels" search={{ about: 'cards' }} className={`${lineActionClass} print:hidden`}>
    {m.labels_cards()}
  </Link>
)

/** For the selected copies: their labels. */
export function LabelsOfSelected({ selection, found }: CopySelection) {
  const navigate = useNavigate()
  const ids = [...selection.marked.keys()]
  return (
    <Button
      look="second"
      className="max-sm:px-3"
      onClick={() => {
        keepChosenCopies(selection.isAll ? { filter: found.filter, except: ids } : { ids })
        void navigate({ to: '/manager/labels', search: { about: 'copies', chosen: true } })
      }}
    >
      {m.labels_action()}
    </Button>
  )
}

/** For the selected borrowers: their library cards. */
export function CardsOfSelected({ selection, found }: BorrowerSelection) {
  const navigate = useNavigate()
  const ids = [...selection.marked.keys()]
  return (
    <Button
      look="second"
      className="max-sm:px-3"
      onClick={() => {
        keepChosenBorrowers(selection.isAll ? { filter: found.filter, except: ids } : { ids })
        void navigate({ to: '/manager/labels', search: { about: 'cards', chosen: true } })
      }}
    >
      {m.labels_cards_action()}
    </Button>
  )
}
