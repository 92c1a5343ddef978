import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { reloadForBuild } from '#base/lib/connection/build-watch.ts'
import { inTime } from '#base/lib/connection/check-connection.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import type { TypedCode } from '#base/lib/scan/scan-keys.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { sound } from '#lending/desk/shared/desk-sound.ts'
import { cornerStateQuery, endTurn, scanAtCorner } from '../corner.data.ts'
import type { CornerScanAnswer, CornerState } from '../corner.schema.ts'

/** What a corner says of the last scan; `offline`: the server did not answer. */
export interface Said extends Pick<CornerScanAnswer, 'title' | 'isForDesk'> {
  result: CornerScanAnswer['result'] | 'offline'
}

/** Results that need no look. */
const FINE = new Set<Said['result']>(['card', 'lent', 'returned', 'repeated'])

/** Milliseconds for which a sentence stands where nobody's turn is. */
const PATIENCE = 20_000
/** Milliseconds between two looks at the clock. */
const TICK = 250
/** Scans that wait for answers at most: a pile of books under the reader. */
const MOST_WAITING = 20

export interface CornerControls {
  said: Said | undefined
  /** Seconds until the turn ends by itself. */
  seconds: number
  scan: (code: TypedCode) => void
  done: () => void
}

/**
 * What a corner does with scans: one after the other, and all of it in memory. Who has scanned their card is known to the server alone. A
 * scan without an answer is said and dropped, with those behind it: whoever stands there scans again, or has gone.
 */
export function useCorner({ turn }: CornerState): CornerControls {
  const queryClient = useQueryClient()
  const [said, setSaid] = useState<Said>()
  const [seconds, setSeconds] = useState(Math.ceil((turn?.left ?? 0) / 1000))
  const waiting = useRef<TypedCode[]>([])
  const isSending = useRef(false)
  /** By `performance.now`: when the turn ends, or the sentence goes. */
  const end = useRef<number>(undefined)

  const show = async (state: CornerState | null) => {
    // A look at the state that is under way may be older.
    await queryClient.cancelQueries({ queryKey: cornerStateQuery.queryKey })
    queryClient.setQueryData(cornerStateQuery.queryKey, state)
  }
  const say = (next: Said) => {
    setSaid(next)
    sound(FINE.has(next.result) && !next.isForDesk ? 'done' : 'look')
  }
  const fail = async (thrown: unknown) => {
    waiting.current = []
    const { code, status } = fromThrown(thrown)
    if (code === 'CORNER_CLOSED' || code === 'NOT_FOUND') return show(null)
    say({ result: isWithoutAnswer(status) ? 'offline' : 'desk', title: null, isForDesk: false })
    end.current = performance.now() + PATIENCE
  }
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    for (let code = waiting.current.shift(); code; code = waiting.current.shift()) {
      const { text, keys } = code
      try {
        const answer = await inTime(
          scanAtCorner({ data: { actId: newActId(), code: text, ...(keys !== undefined && { keys }) } }),
        )
        await show(answer.state)
        say(answer)
        const { left } = answer.state.turn ?? { left: PATIENCE }
        end.current = performance.now() + left
        setSeconds(Math.ceil(left / 1000))
      } catch (thrown) {
        await fail(thrown)
      }
    }
    isSending.current = false
  }
  const finish = async () => {
    waiting.current = []
    setSaid(undefined)
    end.current = undefined
    const state = queryClient.getQueryData(cornerStateQuery.queryKey)
    if (!state?.turn) return
    // The name goes at once, whatever the line says; the server ends the turn by its own clock.
    await show({ ...state, turn: null })
    await inTime(endTurn()).then(show, () => undefined)
  }

  const tick = useEffectEvent(() => {
    // After an update of the server: this page leads to no other, with which the new build would come.
    if (!turn && !isSending.current && reloadForBuild()) return
    // A turn that the page has met, as after a reload, ends too.
    if (turn) end.current ??= performance.now() + turn.left
    if (end.current === undefined) return
    const left = Math.max(0, Math.ceil((end.current - performance.now()) / 1000))
    setSeconds(left)
    // A scan on its way may go on with the turn.
    if (left === 0 && !isSending.current) void finish()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), TICK)
    return () => clearInterval(timer)
  }, [])

  return {
    said,
    seconds,
    scan: (code) => {
      if (waiting.current.length < MOST_WAITING) waiting.current.push(code)
      void send()
    },
    done: () => void finish(),
  }
}
