import { useSyncExternalStore } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Captcha, type CaptchaProps } from './captcha.tsx'

const noChange = () => () => undefined

interface CaptchaSlotProps extends CaptchaProps {
  /** A new number renders a new widget with a new token. */
  round: number
}

/** Reserves the captcha's height before it is loaded; without script it says that script is required. */
export function CaptchaSlot({ round, ...rest }: CaptchaSlotProps) {
  const isInBrowser = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  return (
    <div className="mt-4 min-h-20">
      <noscript>
        <p className="text-danger">{m.captcha_noscript()}</p>
      </noscript>
      {isInBrowser && <Captcha key={round} {...rest} />}
    </div>
  )
}
