import { useSyncExternalStore } from 'react'
import { m } from '#i18n/paraglide/messages.js'

const never = () => () => undefined

/** The keys of the form, with the name that this keyboard has for them. */
export function KeyHint({ isNew }: { isNew: boolean }) {
  const isMac = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  )
  const save = isMac ? '⌘ Enter' : 'Ctrl + Enter'
  const another = isMac ? '⇧ ⌘ Enter' : 'Ctrl + Shift + Enter'
  return (
    <p className="mt-4 text-sm text-muted max-sm:hidden">
      {isNew ? m.book_keys_new({ save, another }) : m.book_keys_edit({ save })}
    </p>
  )
}
