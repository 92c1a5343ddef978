/** Prefix of our message for a chunk that could not be loaded. */
const PREFIX = 'Lost file: '

// Messages of Chromium, Firefox, Safari and Vite for an import or a stylesheet that could not be loaded.
const BROWSER_MESSAGES =
  /^Failed to fetch dynamically imported module|^error loading dynamically imported module|^Importing a module script failed|^Unable to preload CSS/i

/** Whether a chunk could not be loaded: without a network, or since it belongs to an older build. */
export const isChunkLoadError = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.message.startsWith(PREFIX) || BROWSER_MESSAGES.test(thrown.message))

/**
 * Changes the message of chunk load errors: TanStack Router recognises the browsers' messages and reloads the page,
 * which without a network ends at the browser's own error page.
 */
export function watchChunkLoadErrors(): () => void {
  window.addEventListener('vite:preloadError', mark)
  return () => window.removeEventListener('vite:preloadError', mark)
}

function mark({ payload }: VitePreloadErrorEvent): void {
  if (!payload.message.startsWith(PREFIX)) payload.message = `${PREFIX}${payload.message}`
}
