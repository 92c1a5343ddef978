import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { retry } from '#base/lib/connection/retry.ts'
import { Button } from '#base/ui/button.tsx'
import { AccessDeniedPage } from './access-denied-page.tsx'
import { ChunkErrorPage, TRY_AGAIN_DELAY } from './chunk-error-page.tsx'
import { LazyPasskeyPage } from './lazy-passkey-page.ts'
import { MessagePage } from './message-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { errorTitle, isFault, isOffline } from '../page-title.ts'
import { useWhenOnline } from '../use-when-online.ts'

/** The error page: 403, 404, 500, offline or unknown, with Try Again, Back and Home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { code, status } = fromThrown(error)
  if (code === 'FILE_LOST' || code === 'NEW_BUILD') return <ChunkErrorPage />
  if (code === 'PASSKEY_REQUIRED')
    return (
      <Suspense>
        <LazyPasskeyPage onConfirmed={reset} />
      </Suspense>
    )
  if (status === 403) return <AccessDeniedPage />
  if (status === 404) return <NotFoundPage />
  return (
    <MessagePage
      {...(isFault(error) && { status })}
      title={errorTitle(error)}
      text={textOf(error)}
      action={<TryAgain reset={reset} />}
    />
  )
}

function textOf(error: unknown): string {
  const { code, message } = fromThrown(error)
  if (isOffline(error)) return m.page_offline_text()
  if (code !== 'UNKNOWN_ERROR') return message
  return isFault(error) ? m.page_500_text() : m.page_unknown_text()
}

function TryAgain({ reset }: { reset: () => void }) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isBusy, setIsBusy] = useState(false)
  const load = () => {
    setIsBusy(true)
    setTimeout(async () => {
      queries.reset()
      await retry(() => router.invalidate())
      reset()
      setIsBusy(false)
    }, TRY_AGAIN_DELAY)
  }
  useWhenOnline(() => {
    if (!isBusy) load()
  })
  return (
    <Button isBusy={isBusy} onClick={load}>
      {m.common_try_again()}
    </Button>
  )
}
