import { addPasskey } from '#base/auth/browser/passkey-calls.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshPasskeys } from './passkey.data.ts'

interface AddPasskeyProps {
  look?: 'primary' | 'second'
  className?: string
  /** Called after a passkey was added. */
  onAdded?: () => Promise<unknown>
}

/** The button that adds a passkey by the browser's dialog; closing that one changes nothing. */
export function AddPasskey({ look = 'primary', className = '', onAdded }: AddPasskeyProps) {
  const refresh = useRefreshPasskeys()
  const { run, isBusy } = useAction(
    async () => {
      if (!(await addPasskey())) return
      await refresh()
      await onAdded?.()
      void toast({ type: 'success', title: m.passkey_added() })
    },
    { failure: m.passkey_add_failed() },
  )
  return (
    <Button look={look} isBusy={isBusy} className={className} onClick={() => void run()}>
      {m.passkey_add()}
    </Button>
  )
}
