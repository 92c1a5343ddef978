import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { useAction } from '#base/ui/use-action.ts'
import { dealWithRefusal } from '../desk.data.ts'
import type { DeskDay, DeskRefusal } from '../desk.schema.ts'
import type { Desk } from '../queue/desk.ts'
import { openRefusals } from '../queue/desk-refusal.ts'

/** Milliseconds after which the key may be pressed for another line. */
const KEY_PAUSE = 1000

/** What was not lent and is still open, and what can be done about it. */
export interface OpenRefusals {
  open: DeskRefusal[]
  /** The topmost refusal whose copy may be lent all the same: F4 lends it. */
  first: DeskRefusal | undefined
  goOn: (desk: Desk, refusal: DeskRefusal) => void
  goOnFirst: (desk: Desk) => () => void
  dealWith: (actId: string) => void
}

/** The open refusals of the day as it was read, with those of this visit that came later. */
export function useOpenRefusals(day: DeskDay | undefined, readAt: number, here: readonly DeskRefusal[]): OpenRefusals {
  const queryClient = useQueryClient()
  const pressedAt = useRef(0)
  // Refusals are hidden at once; one that could not be noted as dealt with comes back with the next reading of the day.
  const [hidden, setHidden] = useState<{ ids: ReadonlySet<string>; at: number }>({ ids: new Set(), at: 0 })
  const hide = (actId: string) => setHidden(({ ids }) => ({ ids: new Set([...ids, actId]), at: Date.now() }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['desk'] })
  const note = useAction((actId: string) => dealWithRefusal({ data: { actId, isDealtWith: true } }), {
    failure: m.desk_not_dealt_with(),
    refresh,
  })
  const isOld = readAt > hidden.at
  const open = openRefusals({ notLent: day?.notLent ?? [], readAt }, here, isOld ? new Set() : hidden.ids)
  const first = open.find(({ goOn }) => goOn === 'yes')
  const goOn = (desk: Desk, refusal: DeskRefusal) => {
    hide(refusal.actId)
    desk.goOn(refusal)
  }
  return {
    open,
    first,
    goOn,
    goOnFirst: (desk) => () => {
      // The next line is of another borrower: a second press would lend a book of somebody who is not meant.
      if (!first || desk.state().waiting > 0 || Date.now() - pressedAt.current < KEY_PAUSE) return
      pressedAt.current = Date.now()
      goOn(desk, first)
    },
    dealWith: (actId) => {
      hide(actId)
      void note.run(actId)
    },
  }
}
