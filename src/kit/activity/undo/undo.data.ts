import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { RecordedNoun } from '#nouns.ts'
import { withReauthentication } from '#base/lib/form/refusal.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { toast, toastFailure } from '#base/ui/toast/toast.tsx'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { undoRouter } from './undo.router.server.ts'
import type { burstInputSchema, changedItemSchema, entryIdSchema, Undone, UndoneBurst } from './undo.schema.ts'

/** Milliseconds for which a toast with 'Undo' stays. */
export const UNDO_TIME = 10_000

/** Takes an entry of the activity back. Throws NOT_UNDOABLE, ALREADY_UNDONE. */
export const undoActivity = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof entryIdSchema>) => input)
  .handler(({ data }) => callProcedure(undoRouter.undo, data))

const undoPartOfBurst = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof burstInputSchema>) => input)
  .handler(({ data }) => callProcedure(undoRouter.burst, data))

/** Takes a burst of the activity back, part by part; `onProgress` gets how many entries were taken back so far. */
export async function undoBurstOf(
  burst: Omit<z.input<typeof burstInputSchema>, 'from'>,
  onProgress: (undone: number) => void,
): Promise<Omit<UndoneBurst, 'next'>> {
  const all: Omit<UndoneBurst, 'next'> = { undone: 0, kept: [] }
  for (let next: number | null = burst.id; next !== null;) {
    // Each part of the burst begins where the part before ended.
    const part: UndoneBurst = await undoPartOfBurst({ data: { ...burst, from: next } })
    all.undone += part.undone
    all.kept.push(...part.kept)
    onProgress(all.undone)
    next = part.next
  }
  return all
}

const findLastEntry = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof changedItemSchema>) => input)
  .handler(({ data }) => callProcedure(undoRouter.lastEntry, data))

/** A toast that says what was taken back, and what was not. */
export function toastUndone({ fields, kept }: Undone): void {
  const description = [...new Set(kept.map(({ message }) => message))].join('\n')
  if (kept.length === 0) return void toast({ type: 'success', title: m.undo_done() })
  const title = fields.length > 0 ? m.undo_partly() : m.undo_nothing()
  void toast({ type: 'warning', title, description, duration: 10_000 })
}

/**
 * The button 'Undo' of a toast, made right after the caller has changed an item. It looks up the entry of that change at
 * once, so that it never takes back a later one. `alsoRefresh` refetches what else shows the item.
 */
export function useUndoLast(kind: RecordedNoun, alsoRefresh?: () => Promise<unknown>) {
  const refresh = useRefresh(kind)
  return (id: string) => {
    const found = findLastEntry({ data: { kind, id } })
    // A failure is shown when the button is pressed.
    found.catch(() => undefined)
    const undo = async () => {
      try {
        const entry = await found
        const { id: entryId } = entry
        const undone =
          entryId === null ? undefined : await withReauthentication(() => undoActivity({ data: { id: entryId } }))
        await Promise.all([refresh(), alsoRefresh?.()])
        if (undone) toastUndone(undone)
        else void toast({ type: 'warning', title: m.undo_nothing(), description: m.undo_changed_since() })
      } catch (thrown) {
        const { code, message } = fromThrown(thrown)
        // On the page, by another button, while the toast was shown.
        if (code === 'ALREADY_UNDONE') void toast({ type: 'warning', title: m.undo_nothing(), description: message })
        else toastFailure(m.undo_failed(), thrown)
      }
    }
    return { label: m.books_undo(), onClick: () => void undo() }
  }
}
