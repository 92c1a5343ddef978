import { m } from '#base/i18n/paraglide/messages.js'
import { isMac, useInBrowser } from '#base/ui/use-in-browser.ts'

interface KeyHintProps {
  isNew: boolean
  /** Whether a book was added here before, whose values are offered. */
  hasLast: boolean
}

/** The form's shortcuts, with the key names of this keyboard. */
export function KeyHint({ isNew, hasLast }: KeyHintProps) {
  const hasCommand = useInBrowser(isMac, false)
  const enter = m.key_enter()
  const save = hasCommand ? `⌘ ${enter}` : `Ctrl + ${enter}`
  const another = hasCommand ? `⇧ ⌘ ${enter}` : `Ctrl + ${m.key_shift()} + ${enter}`
  return (
    <p className="mt-4 text-sm text-muted max-sm:hidden">
      {isNew ? m.book_keys_new({ save, another }) : m.book_keys_edit({ save })} {hasLast && m.book_keys_last()}
    </p>
  )
}
