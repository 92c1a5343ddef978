import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CaptchaSettings } from '#kit/installation/installation.schema.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { watchTheme } from '#base/ui/theme.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { showWidget } from './captcha-widget.ts'

interface CaptchaSlotProps extends CaptchaProps {
  /** A new number renders a new widget with a new token. */
  round: number
}

/** Reserves the captcha's height before it is loaded; without script it says that script is required. */
export function CaptchaSlot({ round, ...rest }: CaptchaSlotProps) {
  const isInBrowser = useInBrowser(() => true, false)
  return (
    <div className="mt-4 min-h-20">
      <noscript>
        <p className="text-danger">{m.captcha_noscript()}</p>
      </noscript>
      {isInBrowser && <Captcha key={round} {...rest} />}
    </div>
  )
}

interface CaptchaProps {
  settings: CaptchaSettings
  /** Whether a form waits for the token. */
  isWanted: boolean
  /** Called with a new token, or undefined when it has expired. */
  onToken: (token: string | undefined) => void
  onFailed: () => void
  /** Requests a new captcha after a failure. */
  onRetry: () => void
}

type State = 'loading' | 'shown' | 'solved' | 'expired' | 'failed'

const isDarkNow = (): boolean => document.documentElement.classList.contains('dark')

/** The captcha of the configured provider, in the language and theme of the page. */
function Captcha({ settings, isWanted, onToken, onFailed, onRetry }: CaptchaProps) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  const isDark = useSyncExternalStore(watchTheme, isDarkNow)
  const notify = useEffectEvent((next: State, token?: string) => {
    setState(next)
    if (next === 'failed') onFailed()
    else if (next !== 'shown') onToken(token)
  })
  const { provider, siteKey } = settings
  useEffect(() => {
    if (!box.current) return
    return showWidget(
      box.current,
      { provider, siteKey, isDark, language: getLocale() },
      {
        onShown: () => notify('shown'),
        onToken: (token) => notify('solved', token),
        onExpired: () => notify('expired'),
        onFailed: () => notify('failed'),
      },
    )
  }, [provider, siteKey, isDark])

  return (
    <>
      {state === 'loading' && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {m.captcha_loading()}
        </p>
      )}
      {state === 'failed' && (
        <>
          <p role="alert" className="text-sm text-danger">
            {m.captcha_failed()}
          </p>
          <Button look="second" className="mt-3" onClick={onRetry}>
            {m.common_try_again()}
          </Button>
        </>
      )}
      <div ref={box} hidden={state === 'failed'} />
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {state === 'expired' ? m.captcha_expired() : isWanted && state === 'shown' ? m.captcha_wanted() : ''}
      </p>
    </>
  )
}
