/** Begins the message of a file of the build that did not come, whatever the browser says. */
const LOST = 'Lost file: '

// What Chromium, Firefox, Safari and Vite say where an import or its styles did not come.
const SAID =
  /^Failed to fetch dynamically imported module|^error loading dynamically imported module|^Importing a module script failed|^Unable to preload CSS/i

/** Whether a part of the page could not be loaded: there is no network, or it belongs to a build that is gone. */
export const isChunkLoadError = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.message.startsWith(LOST) || SAID.test(thrown.message))

/**
 * Gives lost files a message of their own. TanStack Router would know the browser's, and reload the page whatever the
 * reason: without a network, that is the browser's own error page.
 */
export function watchChunkLoadErrors(): () => void {
  window.addEventListener('vite:preloadError', mark)
  return () => window.removeEventListener('vite:preloadError', mark)
}

function mark({ payload }: VitePreloadErrorEvent): void {
  if (!payload.message.startsWith(LOST)) payload.message = `${LOST}${payload.message}`
}
