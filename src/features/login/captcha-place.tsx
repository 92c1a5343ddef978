import { useSyncExternalStore } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Captcha, type CaptchaProps } from './captcha.tsx'

const noChange = () => () => undefined

interface CaptchaPlaceProps extends CaptchaProps {
  /** The next one brings a widget and a token of its own. */
  round: number
}

/** Where the captcha stands, as high before it has come as with it. Without script it cannot be, and says so. */
export function CaptchaPlace({ round, ...rest }: CaptchaPlaceProps) {
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
