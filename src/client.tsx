import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { SHELL_PATH } from '#lib/shell-cache.ts'
import { AppError } from '#errors/app-error.ts'
import { fromThrown } from '#errors/local-error.ts'

/** In place of a page that could not be loaded, the service worker shows an outline: it is not what React draws first. */
const isShell = document.querySelector('[data-shell]') !== null && !location.pathname.startsWith(SHELL_PATH)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    {
      ...(isShell && { onRecoverableError: () => undefined }),
      // A refusal, or an answer that did not come (status 0), is shown in place and is no fault of the page.
      onCaughtError: (error) => {
        if (!(error instanceof AppError) && fromThrown(error).status !== 0) reportError(error)
      },
    },
  )
})
