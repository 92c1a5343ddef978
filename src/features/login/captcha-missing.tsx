import { useEffect } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'

/** In place of the captcha, when not even its own code could be loaded. */
export function CaptchaMissing({ onFailed }: { onFailed: () => void }) {
  // Whoever waits for the token need not wait any longer.
  useEffect(onFailed)
  return (
    <div className="mt-4">
      <p role="alert" className="text-sm text-danger">
        {m.error_NETWORK()}
      </p>
      <Button look="second" className="mt-3" onClick={() => location.reload()}>
        {m.common_try_again()}
      </Button>
    </div>
  )
}
