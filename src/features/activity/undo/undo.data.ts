import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { m } from '#i18n/paraglide/messages.js'
import type { RecordedNoun } from '#nouns.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { toast, toastFailure } from '#ui/toast.tsx'
import { useRefresh } from '#ui/use-refresh.ts'
import { undoRouter } from './undo.router.server.ts'
import type { entryIdSchema, Undone, undoLastInputSchema } from './undo.schema.ts'

/** Milliseconds for which a toast with 'Undo' stays. */
export const UNDO_TIME = 10_000

/** Takes an entry of the activity back. Throws NOT_UNDOABLE, ALREADY_UNDONE. */
export const undoActivity = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof entryIdSchema>) => input)
  .handler(({ data }) => callProcedure(undoRouter.undo, data))

const undoLastChange = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof undoLastInputSchema>) => input)
  .handler(({ data }) => callProcedure(undoRouter.undoLast, data))

/** A toast that says what was taken back, and what was not. */
export function toastUndone({ fields, kept }: Undone): void {
  const description = [...new Set(kept.map(({ message }) => message))].join('\n')
  if (kept.length === 0) return void toast({ type: 'success', title: m.undo_done() })
  const title = fields.length > 0 ? m.undo_partly() : m.undo_nothing()
  void toast({ type: 'warning', title, description, duration: 10_000 })
}

/** The button 'Undo' of a toast after the caller has changed an item, by its id. */
export function useUndoLast(kind: RecordedNoun) {
  const refresh = useRefresh(kind)
  const undo = async (id: string) => {
    try {
      const undone = await undoLastChange({ data: { kind, id } })
      await refresh()
      toastUndone(undone)
    } catch (thrown) {
      toastFailure(m.undo_failed(), thrown)
    }
  }
  return (id: string) => ({ label: m.books_undo(), onClick: () => void undo(id) })
}
