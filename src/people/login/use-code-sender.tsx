import { Suspense, useRef, useState, type ReactNode } from 'react'
import { sendCode } from '#base/auth/browser/calls.ts'
import type { CaptchaSettings } from '#kit/installation/installation.schema.ts'
import { LazyCaptchaSlot } from './login-parts.tsx'

interface CodeSender {
  /** Sends a code. Resolves to false when the visitor cancelled the captcha; throws what `sendCode` throws. */
  send: (email: string) => Promise<boolean>
  /** Stops waiting for the captcha. */
  cancel: () => void
  /** The captcha to render in the form; null when none is configured. */
  check: ReactNode
}

type Waiter = (token: string | undefined) => void

/** Sends codes, each with a new token of the captcha if one is configured. */
export function useCodeSender(captcha: CaptchaSettings | null): CodeSender {
  const token = useRef<string>(undefined)
  const waiter = useRef<Waiter>(undefined)
  const hasFailed = useRef(false)
  const [isWanted, setIsWanted] = useState(false)
  const [round, setRound] = useState(0)
  const settle: Waiter = (value) => {
    setIsWanted(false)
    waiter.current?.(value)
    waiter.current = undefined
  }
  const renew = () => {
    token.current = undefined
    hasFailed.current = false
    setRound((last) => last + 1)
  }
  const waitForToken = (): Promise<string | undefined> =>
    new Promise((resolve) => {
      if (token.current !== undefined) return resolve(token.current)
      waiter.current = resolve
      setIsWanted(true)
      if (hasFailed.current) renew()
    })

  return {
    send: async (email) => {
      if (!captcha) {
        await sendCode(email)
        return true
      }
      const solved = await waitForToken()
      if (solved === undefined) return false
      try {
        await sendCode(email, solved)
        return true
      } finally {
        // A token can be used once, even if the request failed.
        renew()
      }
    },
    cancel: () => settle(undefined),
    check: captcha && (
      <Suspense fallback={<div className="mt-4 min-h-20" />}>
        <LazyCaptchaSlot
          round={round}
          settings={captcha}
          isWanted={isWanted}
          onToken={(fresh) => {
            token.current = fresh
            if (fresh !== undefined) settle(fresh)
          }}
          onFailed={() => {
            hasFailed.current = true
            settle(undefined)
          }}
          onRetry={renew}
        />
      </Suspense>
    ),
  }
}
