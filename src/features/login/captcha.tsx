import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { watchTheme } from '#ui/theme.ts'
import { showWidget } from './captcha-widget.ts'

export interface CaptchaProps {
  settings: CaptchaSettings
  /** Somebody waits for the token. */
  isWanted: boolean
  /** A token, or that the one there was has expired. */
  onToken: (token: string | undefined) => void
  onFailed: () => void
  /** Asks for a fresh one of these. */
  onRetry: () => void
}

type State = 'loading' | 'shown' | 'solved' | 'expired' | 'failed'

const isDarkNow = (): boolean => document.documentElement.classList.contains('dark')

/** The configured provider's check that the visitor is no robot, in the language and theme of the page. */
export function Captcha({ settings, isWanted, onToken, onFailed, onRetry }: CaptchaProps) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  const isDark = useSyncExternalStore(watchTheme, isDarkNow)
  const tell = useEffectEvent((next: State, token?: string) => {
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
        onShown: () => tell('shown'),
        onToken: (token) => tell('solved', token),
        onExpired: () => tell('expired'),
        onFailed: () => tell('failed'),
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
