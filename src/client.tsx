import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AppError } from '#lib/app-error.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    {
      // A refusal that the page shows in place is no fault of the page.
      onCaughtError: (error) => {
        if (!(error instanceof AppError)) reportError(error)
      },
    },
  )
})
