import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { TypedCode } from '#base/lib/scan/scan-keys.ts'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { placesQuery } from '#lending/copy/copy.data.ts'
import { sound } from '#lending/desk/shared/desk-sound.ts'
import type { QueueState } from '../count/scan-queue.ts'
import type { Scanned, Stocktake } from '../stocktake.schema.ts'
import { LONGEST_CODE } from '#lending/desk/shared/use-scan-field.ts'
import { ScanField } from './scan-field.tsx'
import { scanNeedsLook, scanText } from './scan-words.ts'
import { ScanRow } from './scan-row.tsx'
import { openQueue, queueOf } from './the-queue.ts'

// No place is called so: the names of places are trimmed.
const NOT_SAID = ' '

/** Milliseconds between two looks at the report while this device scans. */
const LOOK = 3000

/** Where one scans: the field, what waits, and the last scans of this device. Without the field once it is closed. */
export function CountPanel({ stocktake }: { stocktake: Stocktake }) {
  const { id, location, closedAt } = stocktake
  const queryClient = useQueryClient()
  const [queue] = useState(() => queueOf(id))
  const state = useSyncExternalStore(queue.watch, queue.state, queue.state)
  const places = useQuery({ ...placesQuery, enabled: location === null }).data ?? []
  const [place, setPlace] = useState(NOT_SAID)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hear = useEffectEvent((answers: readonly Scanned[]) => {
    if (answers.length > 0) sound(answers.some(scanNeedsLook) ? 'look' : 'done')
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['stocktake'] })
    }, LOOK)
  })
  useEffect(() => openQueue(queue, (answers) => hear(answers)), [queue])
  useStay(state.waiting > 0 && !state.isKept)
  const isStopped = state.stopped !== undefined
  // Such as by its close on another device.
  useEffect(() => {
    if (isStopped) void queryClient.invalidateQueries({ queryKey: ['stocktake'] })
  }, [isStopped, queryClient])
  const [last] = state.shown
  const add = ({ text, keys }: TypedCode) => queue.add(text, keys, location ?? (place === NOT_SAID ? null : place))
  const isOpen = closedAt === null
  if (!isOpen && state.waiting === 0) return null
  return (
    <section className={`${panelClass} grid grid-cols-[minmax(0,1fr)] gap-3 max-lg:order-2 print:hidden`}>
      {isOpen && location === null && places.length > 0 && (
        <SelectField
          label={m.stocktake_here()}
          value={place}
          options={[
            { value: NOT_SAID, label: m.stocktake_here_any() },
            ...places.map((one) => ({ value: one, label: one })),
          ]}
          onChange={setPlace}
        />
      )}
      {isOpen && (
        <div className="flex flex-wrap items-center gap-2 max-md:sticky max-md:bottom-2 max-md:z-10">
          <ScanField onScan={add} />
          <CameraScan
            className="max-sm:grow sm:min-h-14"
            onCode={(text) => add({ text: text.slice(0, LONGEST_CODE) })}
          />
        </div>
      )}
      <Waiting {...state} />
      <p aria-live="polite" className="sr-only">
        {last?.answer && `${last.answer.title ?? last.code}: ${scanText(last.answer)}`}
      </p>
      {state.shown.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="max-h-[26rem] overflow-y-auto">
          {state.shown.map((scan, at) => (
            <ScanRow
              key={scan.id}
              stocktake={stocktake}
              scan={scan}
              isLast={at === 0}
              onUndone={() => queue.setUndone(scan.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What the server has not answered: said while there is no connection, or it takes none. */
function Waiting({ waiting, isKept, hasConnection, stopped }: QueueState) {
  if (waiting === 0 || (hasConnection && !stopped && isKept)) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm font-semibold text-warning">
      <Icon name="clock" className="size-4 flex-none" />
      {stopped && <span>{stopped.message}</span>}
      <span>{isKept ? m.stocktake_waits({ count: formatNumber(waiting) }) : m.stocktake_not_kept()}</span>
    </p>
  )
}

/** Asks before the page is left while scans wait that are not on the disk, since they would be lost. */
function useStay(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWaiting])
}
