import type { BrowserContext } from '@playwright/test'

export interface Watch {
  faults: string[]
  /** Errors that a test provokes, which are ignored. */
  allow: (...patterns: RegExp[]) => void
}

/** Collects forbidden events: errors in console or page, requests to other hosts, CSP violations, status 5xx. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const faults: string[] = []
  // The offline catalogue is brought up to date at any time, also while a session ends.
  const allowed: RegExp[] = [/status of 401 .*\/api\/offline-catalogue/]
  const note = (fault: string) => {
    if (!allowed.some((pattern) => pattern.test(fault))) faults.push(fault)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) =>
    note(`page ${error.page()?.url()}: ${error.error().stack ?? error.error().message}`),
  )
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:', 'about:'].includes(url.protocol))
      note(`left the site: ${url.href}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} from ${response.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`CSP ${event.effectiveDirective} forbids ${event.blockedURI}`))
    })
  })
  return { faults, allow: (...patterns) => void allowed.push(...patterns) }
}
