import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { copiesOfBookQuery } from '#lending/copy/copy.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { setsOfBookQuery } from './class-set.data.ts'
import { ClassSetRows } from './class-set-rows.tsx'

/** On the page of a book with several copies: its class sets that are out, and the way to lend one. */
export function BookClassSets({ id }: { id: string }) {
  return useIsLending() ? <SetsPanel id={id} /> : null
}

function SetsPanel({ id }: { id: string }) {
  const { data: copies = [] } = useQuery(copiesOfBookQuery(id))
  const { data: sets = [] } = useQuery(setsOfBookQuery(id))
  if (copies.length < 2) return null
  return (
    <Panel
      title={m.class_set_list()}
      className="xl:col-span-2"
      action={
        <Link to="/manager/class-sets/new/$bookId" params={{ bookId: id }} className={rowActionClass}>
          {m.class_set_lend()}
        </Link>
      }
    >
      {sets.length > 0 && <ClassSetRows sets={sets} by="taker" />}
    </Panel>
  )
}
