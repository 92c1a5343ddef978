import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { undoAct } from '#lending/desk/desk.data.ts'
import type { LeftCopy, SetAnswer } from '#lending/desk/set/desk-set.schema.ts'
import { borrowerText } from '#lending/desk/shared/borrower-text.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'

interface LentClassSetProps {
  answer: SetAnswer
  trail: ReactNode
  /** Back to the choice of copies. */
  onAgain: () => void
}

/** What became of a class set that was to be lent: how many copies were, and which were not and why. */
export function LentClassSet({ answer, trail, onAgain }: LentClassSetProps) {
  const { actId, setId, name, title, dueOn, count, left } = answer
  const refresh = useRefreshLending()
  const undo = useAction(
    async () => {
      await undoAct({ data: { actId: newActId(), undoes: actId } })
      await refresh()
      onAgain()
    },
    { failure: m.undo_failed(), success: m.undo_done() },
  )
  return (
    <ManagerPage
      title={title}
      trail={trail}
      actions={
        setId === null ? (
          <Button onClick={onAgain}>{m.common_back()}</Button>
        ) : (
          <>
            <Button {...blockedInDemo} look="second" isBusy={undo.isBusy} onClick={() => void undo.run()}>
              {m.books_undo()}
            </Button>
            <Link to="/manager/class-sets/$id" params={{ id: setId }} className={buttonClass()}>
              {m.class_set_one_show()}
            </Link>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <Panel>
          <p role="status" className={`font-semibold ${count > 0 ? 'text-success' : 'text-warning'}`}>
            {count > 0
              ? m.class_set_lent({ count, shown: formatNumber(count), name: isolated(name) })
              : m.class_set_left_none()}
          </p>
          {count > 0 && <p className="mt-1 text-muted">{m.borrower_due({ day: formatDay(dueOn) })}</p>}
        </Panel>
        {left.length > 0 && (
          <Panel title={m.class_set_left({ shown: formatNumber(left.length) })} className="border-warning!">
            {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
            <ul role="list" className="mt-1">
              {left.map((one) => (
                <li key={one.number} className="flex flex-wrap gap-x-4 border-t border-line py-2">
                  <bdi dir="ltr" className="font-mono text-sm">
                    {one.number}
                  </bdi>
                  <span className="text-sm">{leftText(one)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </ManagerPage>
  )
}

/** Why a copy was not lent. */
function leftText({ reason, condition, who: holder, day }: LeftCopy): string {
  const until = day === null ? '' : formatDay(day)
  const who = holder && borrowerText(holder.name, holder.group)
  if (reason === 'held') return m.desk_notice_held({ person: who ?? m.desk_somebody(), day: until })
  if (reason === 'not_lent') return conditionWord(condition)
  if (reason === 'other_book') return m.class_set_left_other()
  return who ? m.class_set_left_to({ person: who, day: until }) : m.copy_lent_until({ day: until })
}
