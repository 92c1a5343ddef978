import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { AccessDeniedPage } from './access-denied-page.tsx'
import { LostPage } from './lost-page.tsx'
import { MessagePage } from './message-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { errorTitle, isFault } from './page-title.ts'

/** Section 9 of the specification: milliseconds until Try Again loads the route anew. */
const RETRY_DELAY = 600

/** What a page shows that could not be shown: 403, 404, 500 or unknown, with Try Again, Back and Home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const known = fromThrown(error)
  if (known.code === 'FILE_LOST' || known.code === 'NEW_BUILD') return <LostPage />
  if (known.status === 403) return <AccessDeniedPage />
  if (known.status === 404) return <NotFoundPage />
  const hasFault = isFault(error)
  return (
    <MessagePage
      {...(hasFault && { status: known.status })}
      title={errorTitle(error)}
      text={
        known.code === 'UNKNOWN_ERROR' ? (hasFault ? m.page_500_text() : m.page_unknown_text()) : errorText(known.code)
      }
      action={<TryAgain reset={reset} />}
    />
  )
}

function TryAgain({ reset }: { reset: () => void }) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isBusy, setIsBusy] = useState(false)
  const retry = () => {
    setIsBusy(true)
    setTimeout(async () => {
      queries.reset()
      await router.invalidate()
      reset()
      setIsBusy(false)
    }, RETRY_DELAY)
  }
  return (
    <Button isBusy={isBusy} onClick={retry}>
      {m.common_try_again()}
    </Button>
  )
}
