import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { Panel } from '#base/ui/panel.tsx'
import type { ClassCard } from '../class-account.schema.ts'
import { ClassCardSheet } from './class-card-sheet.tsx'

interface MadeCardsProps {
  cards: readonly ClassCard[]
  timeZone: string
  onDone: () => void
}

/** New sign-in cards, to be printed now: leaving the page without asks. */
export function MadeCards({ cards, timeZone, onDone }: MadeCardsProps) {
  const [isPrinted, setIsPrinted] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Panel titleRef={title} title={m.class_account_cards_made({ count: formatNumber(cards.length) })} className="mt-4">
      <p className="mt-1 max-w-prose text-sm text-pretty">{m.class_account_cards_once()}</p>
      {cards.some(({ isLocal }) => isLocal) && (
        <p className="mt-1 max-w-prose text-sm text-pretty text-muted">
          {m.user_invite_local({ button: m.devices_open() })}
        </p>
      )}
      <Form
        isChanged={() => !isPrinted}
        className="mt-3 flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setIsPrinted(true)
          window.print()
        }}
      >
        <Button type="submit" className="max-w-full [overflow-wrap:anywhere]">
          {m.class_account_cards_print()}
        </Button>
        <Button look="second" className="max-w-full [overflow-wrap:anywhere]" onClick={onDone}>
          {m.account_key_done()}
        </Button>
      </Form>
      <ClassCardSheet cards={cards} timeZone={timeZone} />
    </Panel>
  )
}
