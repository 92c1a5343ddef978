import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshBooks } from '../edit/book-edit.data.ts'
import { removeSampleBooks, samplesQuery } from './book-sample.data.ts'

const counted = (count: number) => ({ count, shown: formatNumber(count) })

/** Shown above the list of sample books: what they are, and a button to remove all of them. */
export function SampleBooks() {
  const { untouched, changed } = useSuspenseQuery(samplesQuery).data
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefreshBooks()
  const remove = useAction(
    async () => {
      const { removed } = await removeSampleBooks()
      setIsOpen(false)
      await navigate({ to: '/manager/books' })
      void toast({ type: 'success', title: m.samples_removed(counted(removed)) })
    },
    { failure: m.samples_failed(), refresh },
  )
  if (untouched === 0) return null
  return (
    <section className={`${panelClass} mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3`}>
      <p className="min-w-0 flex-1 basis-72 text-pretty">{m.samples_text()}</p>
      <Button {...blockedInDemo} look="second" className="text-danger" onClick={() => setIsOpen(true)}>
        {m.samples_remove(counted(untouched))}
      </Button>
      <ConfirmDialog
        isDanger
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.samples_remove_title(counted(untouched))}
        text={changed > 0 ? m.samples_remove_text_kept(counted(changed)) : m.samples_remove_text()}
        action={m.samples_remove(counted(untouched))}
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run()}
      />
    </section>
  )
}
