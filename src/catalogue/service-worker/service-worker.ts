import { CacheFirst, Serwist, type PrecacheEntry, type RouteHandlerCallback } from 'serwist'
import { BUILD_HEADER } from '#base/lib/connection/build-header.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import { forgetUnanswered, noteUnanswered, wasUnansweredLately } from '#base/lib/connection/unanswered-note.ts'
import { deleteShells, hasShell, readShell, storeShell } from '#base/lib/connection/shell-cache.ts'

// For the reader area (its scope is /app). What people see offline is the same application: its files, its page without
// content, and the books of the offline catalogue (catalogue/offline), which the page reads itself. Pages come from the network
// whenever it answers: a new build is never hidden by an old page.

declare const self: ServiceWorkerGlobalScope
/** Set by the build (scripts/service-worker.ts). */
declare const BUILD: string
declare const PRECACHED: PrecacheEntry[]

/** Milliseconds that a page gets where the server did not answer lately: a connection that is back is not overlooked. */
const SHORT_PATIENCE = 300

/** A page from the network; the shell if there is no answer, none in time, or one that the server cannot answer now. */
const answerPage: RouteHandlerCallback = async ({ event, request }) => {
  const loading = loadPage(event, request)
  const shell = await readShell(BUILD)
  if (!shell) return loading
  const patience = (await wasUnansweredLately()) ? SHORT_PATIENCE : ANSWER_PATIENCE
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, shell))
  const answer = loading.then(
    (response) => (isUnanswered(response) ? shell : response),
    () => shell,
  )
  const shown = await Promise.race([answer, late])
  event.waitUntil(shown === shell ? noteUnanswered() : forgetUnanswered())
  return shown
}

/** Whether the server could not answer. Its redirects, such as that of a banned reader to the sign-in, have status 0 here. */
const isUnanswered = ({ type, status }: Response): boolean => type !== 'opaqueredirect' && isWithoutAnswer(status)

async function loadPage(event: ExtendableEvent, request: Request): Promise<Response> {
  const preloaded: Response | undefined = event instanceof FetchEvent ? await event.preloadResponse : undefined
  return preloaded ?? fetch(request)
}

const serwist = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true },
  // An open page that misses a file of its own build reloads itself (base/lib/connection/build-watch.ts).
  skipWaiting: true,
  clientsClaim: true,
  navigationPreload: true,
  runtimeCaching: [
    { matcher: ({ request }) => request.mode === 'navigate', handler: answerPage },
    {
      // Their names change with their content.
      matcher: ({ request, sameOrigin }) => sameOrigin && request.destination === 'font',
      handler: new CacheFirst({ cacheName: 'fonts' }),
    },
  ],
})

self.addEventListener('install', (event) => event.waitUntil(takeShellOver()))
self.addEventListener('activate', (event) => event.waitUntil(deleteShells(BUILD)))
serwist.addEventListeners()

/** Where a shell of another build is kept, this build's takes its place. Fails without an answer: the old build stays. */
async function takeShellOver(): Promise<void> {
  if (await hasShell()) await storeShell(BUILD, BUILD_HEADER)
}
