import { useEffect, useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DOCUMENT_URL, followTheme, showReference } from './api-reference.ts'

/** Swagger UI once its script is loaded; until then, and on failure, a link to the document. */
export function ApiReferenceView() {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ onRetry }: { onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'wait' | 'ready' | 'failed'>('wait')
  useEffect(followTheme, [])
  useEffect(() => {
    const { current: element } = container
    if (!element) return undefined
    let isMounted = true
    const finish = (outcome: 'ready' | 'failed') => {
      if (isMounted) setState(outcome)
    }
    showReference(element).then(
      () => finish('ready'),
      () => finish('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [])
  return (
    <>
      <div role={state === 'failed' ? 'alert' : 'status'}>
        {state !== 'ready' && (
          <p className="max-w-prose rounded-lg border border-line bg-surface px-5 py-4">
            {state === 'failed' ? m.api_docs_failed() : m.api_docs_wait()}{' '}
            <a href={DOCUMENT_URL} className="inline-flex min-h-6 items-center font-semibold text-accent underline">
              {m.api_docs_document()}
            </a>
          </p>
        )}
        {state === 'failed' && (
          <Button onClick={onRetry} className="mt-4">
            {m.common_try_again()}
          </Button>
        )}
      </div>
      {/* Swagger UI is in English. */}
      <div ref={container} id="api-reference" lang="en" dir="ltr" />
    </>
  )
}
