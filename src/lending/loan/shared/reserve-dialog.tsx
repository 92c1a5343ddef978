import { useState } from 'react'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { ComboBox } from '#base/ui/form/combo-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import type { ComboOption } from '#base/ui/form/use-combo-box.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { placeHold } from '../loan.data.ts'
import { useRefreshLending } from './use-refresh-lending.ts'

/** Milliseconds after which what was typed is looked for. */
const PAUSE = 200

/** What is typed to choose a borrower or a book, and what was chosen. */
export function useChoice() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ComboOption>()
  return {
    text,
    chosen,
    /** What is looked for; empty for nothing. */
    term: useDebounced(chosen ? '' : text.trim(), PAUSE),
    type: (next: string) => {
      setText(next)
      setChosen(undefined)
    },
    pick: (option: ComboOption) => {
      setText(option.label)
      setChosen(option)
    },
  }
}

interface ReserveDialogProps {
  title: string
  label: string
  hint: string
  choice: ReturnType<typeof useChoice>
  /** Options that fit the typed text; undefined while they are looked for. */
  options: readonly ComboOption[] | undefined
  /** Why the search for options failed. */
  error: string | undefined
  /** The hold to place for the chosen option. */
  holdOn: (chosenId: string) => { bookId: string; borrowerId: string }
  onClose: () => void
}

/** Asks for whom or what is reserved, found on the server while it is typed, and places the hold. */
export function ReserveDialog({ title, label, hint, choice, options, error, holdOn, onClose }: ReserveDialogProps) {
  const [isMissing, setIsMissing] = useState(false)
  const refresh = useRefreshLending()
  const reserve = useAction(
    async (id: string) => {
      const { readyUntil, borrower } = await placeHold({ data: holdOn(id) })
      await refresh()
      const aside = readyUntil && m.desk_notice_put_aside({ person: borrower ?? '', day: formatDay(readyUntil) })
      void toast({ type: 'success', title: m.own_reserved(), ...(aside && { description: aside, duration: 10_000 }) })
      onClose()
    },
    { failure: m.own_not_reserved() },
  )
  const isNothing = choice.term !== '' && options?.length === 0
  const problem = error ?? (isNothing ? m.hold_none_found() : isMissing ? m.hold_choose() : undefined)
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={m.common_close()}>
      <Form
        isChanged={false}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (choice.chosen) void reserve.run(choice.chosen.id)
          else setIsMissing(true)
        }}
      >
        <ComboBox
          label={label}
          text={choice.text}
          options={(choice.chosen ? undefined : options) ?? []}
          onType={(text) => {
            setIsMissing(false)
            choice.type(text)
          }}
          onPick={choice.pick}
          hint={hint}
          error={problem}
          dir="auto"
          autoFocus
        />
        <Button type="submit" isBusy={reserve.isBusy}>
          {m.own_reserve()}
        </Button>
      </Form>
    </Dialog>
  )
}
