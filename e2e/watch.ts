import type { BrowserContext } from '@playwright/test'

export interface Watch {
  faults: string[]
  /** What a test provokes on purpose: console lines that match are no fault. */
  allow: (...patterns: RegExp[]) => void
}

/** Writes down what must happen in no visit: errors in console or page, requests to elsewhere, what the CSP forbids, a 5xx. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const faults: string[] = []
  const allowed: RegExp[] = []
  context.on('console', (message) => {
    const line = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !allowed.some((pattern) => pattern.test(line))) faults.push(`console: ${line}`)
  })
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:', 'about:'].includes(url.protocol))
      faults.push(`left the site: ${url.href}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} from ${response.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`CSP ${event.effectiveDirective} forbids ${event.blockedURI}`))
    })
  })
  return { faults, allow: (...patterns) => void allowed.push(...patterns) }
}
