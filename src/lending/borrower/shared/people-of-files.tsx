import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Sentence } from '#base/ui/sentence.tsx'

/** Where the people of a file are added, since no file of people is read. */
export function PeopleOfFiles({ users }: { users: ReactNode }) {
  const borrowers = (
    <Link to="/manager/borrowers" className="rounded-sm font-medium underline">
      {m.borrower_list()}
    </Link>
  )
  return <Sentence text={m.import_people_borrowers} parts={{ borrowers, users }} />
}
