import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { borrowerText } from '#lending/desk/shared/borrower-text.ts'
import { holdsOfBookQuery, loansOfBookQuery, owedOfBookQuery } from '#lending/loan/loan.data.ts'
import { BookHolds } from '#lending/loan/shared/book-holds.tsx'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { formatDate, formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { CopyDialog } from '../copy-dialog.tsx'
import { copiesOfBookQuery } from '../copy.data.ts'
import type { Copy } from '../copy.schema.ts'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { copyFields } from '../copy.words.ts'
import { ReserveForBorrower } from '../reserve-for-borrower.tsx'

interface BookCopiesProps {
  id: string
  timeZone: string
}

/** On a book's page: its copies, who has them and who waits, and the way to add one; nothing while nothing is lent. */
export function BookCopies(props: BookCopiesProps) {
  return useIsLending() ? <CopiesPanel {...props} /> : null
}

function CopiesPanel({ id, timeZone }: BookCopiesProps) {
  const state = useQuery(copiesOfBookQuery(id))
  const { data: loans } = useQuery(loansOfBookQuery(id))
  const { data: owed } = useQuery(owedOfBookQuery(id))
  const { data: holds } = useQuery(holdsOfBookQuery(id))
  const [edited, setEdited] = useState<Copy | 'new'>()
  const copies = state.data
  const aside = new Map(holds?.items.map((hold) => [hold.copyId, hold]))
  const holders = new Map(loans?.items.map((loan) => [loan.copyId, loan]))
  const owing = new Map(owed?.items.map((loan) => [loan.copyId, loan]))
  return (
    <Panel
      title={m.copy_list()}
      className="xl:col-span-2"
      action={
        <span className="flex flex-wrap items-center gap-x-4">
          {copies !== undefined && copies.length > 0 && <ReserveForBorrower bookId={id} />}
          <button type="button" className={rowActionClass} onClick={() => setEdited('new')}>
            {m.copy_new()}
          </button>
        </span>
      }
    >
      {!copies && <PanelState title={m.noun_load_failed()} query={state} />}
      {copies?.length === 0 && <p className="text-muted">{m.copy_none()}</p>}
      {copies !== undefined && copies.length > 0 && (
        <table className="w-full text-start max-sm:block">
          <thead className="text-sm text-muted max-sm:sr-only">
            <tr>
              {[copyFields.number, copyFields.location, copyFields.condition].map(({ label }) => (
                <th key={label()} scope="col" className="py-2 text-start font-semibold">
                  {label()}
                </th>
              ))}
              <th scope="col" className="py-2 text-start font-semibold">
                {m.copy_with()}
              </th>
              <th scope="col">
                <span className="sr-only">{m.noun_edit()}</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {copies.map((copy) => (
              <tr key={copy.id} className={ROW}>
                <td className="py-1 pe-4">
                  <bdi dir="ltr" className="font-mono">
                    {copy.number}
                  </bdi>
                </td>
                <td dir="auto" className="pe-4 break-words">
                  {copy.location}
                </td>
                <td className="pe-4">
                  <CopyState
                    copy={copy}
                    isAside={aside.has(copy.id)}
                    isLate={(holders.get(copy.id)?.daysLate ?? 0) > 0}
                  />
                </td>
                <td className="pe-4">
                  <With holder={holders.get(copy.id) ?? aside.get(copy.id)} ower={owing.get(copy.id)} />
                  {copy.dueOn === null && copy.lastSeenAt && !aside.has(copy.id) && !owing.has(copy.id) && (
                    <span className="text-muted">{m.copy_seen({ day: formatDate(copy.lastSeenAt, timeZone) })}</span>
                  )}
                </td>
                <td className="text-end">
                  <button
                    type="button"
                    aria-label={m.copy_edit_of({ number: copy.number })}
                    className={rowActionClass}
                    onClick={() => setEdited(copy)}
                  >
                    {m.noun_edit()}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <BookHolds holds={holds?.items ?? []} timeZone={timeZone} />
      {edited !== undefined && (
        <CopyDialog
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.version}`}
          isOpen
          bookId={id}
          copy={edited === 'new' ? undefined : edited}
          {...(edited !== 'new' && {
            holder: personWord(holders.get(edited.id)),
            ower: personWord(owing.get(edited.id)),
          })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

const ROW =
  'border-t border-line max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:gap-x-2 max-sm:py-1'

const isLent = (condition: Copy['condition']): boolean => condition === 'ok' || condition === 'damaged'

type Person = { borrower: string | null; group: string | null } | undefined

const personWord = (person: Person): string =>
  typeof person?.borrower === 'string' ? borrowerText(person.borrower, person.group) : (person?.group ?? '')

/** Who has a copy, or owes it. */
function With({ holder, ower }: { holder: Person; ower: Person }) {
  if (!ower) return <>{personWord(holder)}</>
  return <span className="text-danger">{m.copy_owed_by({ person: personWord(ower) })}</span>
}

function CopyState({ copy, isAside, isLate }: { copy: Copy; isAside: boolean; isLate: boolean }) {
  const { condition, dueOn } = copy
  if (condition === 'lost') return <span className="font-semibold text-danger">{conditionWord(condition)}</span>
  if (dueOn !== null) {
    const day = formatDay(dueOn)
    return isLate ? (
      <span className="font-semibold text-danger">{m.copy_late_since({ day })}</span>
    ) : (
      m.copy_lent_until({ day })
    )
  }
  if (isAside) return m.copy_aside()
  if (!isLent(condition)) return <span className="text-muted">{conditionWord(condition)}</span>
  return <span className="font-semibold text-success">{m.copy_on_shelf()}</span>
}
