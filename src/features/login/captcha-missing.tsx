import { useEffect } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'

/** Replaces the captcha when its chunk could not be loaded. */
export function CaptchaMissing({ onFailed }: { onFailed: () => void }) {
  // Releases the form that waits for the token.
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
