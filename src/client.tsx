import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { isShell } from '#base/lib/connection/is-shell.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    {
      // React mends what differs from the shell, with an error for each.
      ...(isShell && { onRecoverableError: () => undefined }),
      // A refusal, or an answer that did not come (status 0), is shown in place and is no fault of the page.
      onCaughtError: (error) => {
        if (!(error instanceof AppError) && fromThrown(error).status !== 0) reportError(error)
      },
    },
  )
})
