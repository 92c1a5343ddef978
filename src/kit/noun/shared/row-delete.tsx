import { useState } from 'react'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { focusHeading } from '#base/lib/form/focus-heading.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { NOUNS } from '#nouns.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { useBackToList } from '#base/ui/list/list-back-link.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRowCache, type PagedNoun } from './row-query.ts'

export interface RowDeleteProps {
  kind: PagedNoun
  row: { id: string; version: number }
  name: string
  words: { delete: string; gone: string }
  remove: (row: { id: string; version: number }) => Promise<unknown>
}

/** Deletes a row after a question, in the version that is shown; leads back to the list. It can be taken back. */
export function RowDelete({ kind, row: { id, version }, name, words, remove: call }: RowDeleteProps) {
  const toList = useBackToList(NOUNS[kind].manager.to)
  const cache = useRowCache(kind)
  const undo = useUndoLast(kind)
  const [isOpen, setIsOpen] = useState(false)
  const leave = async () => {
    setIsOpen(false)
    await toList()
    // The link of the deleted row must not keep the focus: it would be preloaded.
    focusHeading()
    await cache.forget(id)
  }
  const remove = useAction(
    async () => {
      await call({ id, version })
      void toast({
        type: 'success',
        title: m.noun_deleted({ name: isolated(name) }),
        duration: UNDO_TIME,
        action: undo(id),
      })
      await leave()
    },
    {
      failure: m.noun_delete_failed(),
      onRefused: ({ code }) => {
        if (code === 'NOT_FOUND') {
          void toast({ type: 'info', title: words.gone })
          void leave()
          return true
        }
        if (code === 'CONFLICT') {
          // The row was changed meanwhile: the page shows what would be deleted now.
          setIsOpen(false)
          void cache.saved()
        }
        return false
      },
    },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="text-danger" onClick={() => setIsOpen(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.noun_delete_title({ name: isolated(name) })}
        text={m.noun_delete_text()}
        action={words.delete}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run()}
      />
    </>
  )
}
