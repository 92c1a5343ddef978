import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { lateSearch, type OverdueFilter } from '#lending/loan/overdue/overdue.schema.ts'

/** On the list of late loans: the way to the letters about them. */
export function LettersLink({ filter }: { filter: OverdueFilter }) {
  return (
    <Link to="/manager/letters" search={lateSearch(filter)} className={buttonClass('second')}>
      {m.letters_link()}
    </Link>
  )
}
