import { Suspense, useRef, useState, type ReactNode } from 'react'
import { sendCode } from '#auth/browser/calls.ts'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { LazyCaptchaPlace } from './login-parts.ts'

interface CodeSender {
  /** Sends a code. Answers false when the visitor has turned to something else meanwhile; throws what `sendCode` throws. */
  send: (email: string) => Promise<boolean>
  /** No longer waits for the check. */
  cancel: () => void
  /** The check that the visitor is no robot, to be shown where the code is asked for; null without one. */
  check: ReactNode
}

type Waiter = (token: string | undefined) => void

/** Sends codes, each with a fresh token of the captcha where one is configured. */
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
  const tokenOf = (): Promise<string | undefined> =>
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
      const solved = await tokenOf()
      if (solved === undefined) return false
      try {
        await sendCode(email, solved)
        return true
      } finally {
        // A token is good once, also when nothing came of it.
        renew()
      }
    },
    cancel: () => settle(undefined),
    check: captcha && (
      <Suspense fallback={<div className="mt-4 min-h-20" />}>
        <LazyCaptchaPlace
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
