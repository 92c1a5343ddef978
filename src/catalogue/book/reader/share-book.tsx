import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { BookSummary } from '../book.schema.ts'

/** Shares a link to a book by what the device offers; where it offers nothing, copies it. */
export function ShareBook({ book: { id, title, author } }: { book: BookSummary }) {
  const share = useAction(
    async () => {
      const link = {
        title,
        text: author === '' ? title : `${title}, ${author}`,
        url: `${location.origin}/app/books/${id}`,
      }
      if (navigator.canShare?.(link)) {
        // Rejects when the person changes their mind.
        await navigator.share(link).catch(() => undefined)
        return
      }
      await navigator.clipboard.writeText(link.url)
      void toast({ type: 'success', title: m.share_copied() })
    },
    { failure: m.share_failed() },
  )
  return (
    <Button look="ghost" className="-me-2 ms-auto px-2" onClick={() => void share.run()}>
      <Icon name="share" />
      {m.share_book()}
    </Button>
  )
}
