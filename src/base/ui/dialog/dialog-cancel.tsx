import { createContext, use } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '../button.tsx'

/** Closes the dialog around, after a question if that would lose input. */
export const CloseContext = createContext<(() => void) | undefined>(undefined)

/** The button that closes the dialog around without doing anything. */
export function DialogCancel({ className }: { className?: string }) {
  return (
    <Button look="second" className={className ?? ''} onClick={use(CloseContext)}>
      {m.common_cancel()}
    </Button>
  )
}
