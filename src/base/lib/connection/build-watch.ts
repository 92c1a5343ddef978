import { localError } from '#base/errors/local-error.ts'
import { BUILD_HEADER } from './build-header.ts'
import { saveDrafts } from '../form/saved-drafts.ts'
import { isChunkLoadError } from './chunk-load-error.ts'

/** The server's build compared with the page's; `unreachable` without a response. */
export type BuildState = 'same' | 'other' | 'unreachable'

let pageBuild = ''
let serverBuild = ''

/** Sets the build of this page; empty for a page from sources, which is never outdated. */
export function setOwnBuild(build: string): void {
  pageBuild = build
  serverBuild ||= build
}

/** Remembers the server's build from a response. */
export function rememberServerBuild({ headers }: Response): void {
  serverBuild = headers.get(BUILD_HEADER) ?? serverBuild
}

/** Whether the server's last known build differs from this page's. */
export const hasOtherBuild = (): boolean => pageBuild !== '' && serverBuild !== pageBuild

/** Fetches the server's current build. */
export async function fetchBuildState(): Promise<BuildState> {
  try {
    rememberServerBuild(await fetch('/api/health/live', { cache: 'no-store' }))
    return hasOtherBuild() ? 'other' : 'same'
  } catch {
    return 'unreachable'
  }
}

const STORAGE_KEY = 'reloaded'
/** Reloads that a tab remembers. */
const MAX_MARKS = 20

/** Records a reload for this server build, URL and time; false if one is recorded already, or storage is unavailable. */
function recordReload(time = 0): boolean {
  const mark = `${serverBuild} ${location.href} ${time}`
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    const marks = Array.isArray(before) ? before : []
    if (marks.includes(mark)) return false
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...marks, mark].slice(-MAX_MARKS)))
    return true
  } catch {
    return false
  }
}

/** Saves the drafts of open forms and reloads the page. */
export function reloadPage(): void {
  saveDrafts()
  location.reload()
}

/** Reloads the page, once for the server's build, the URL and a time. Returns whether it reloads. */
function reloadOnce(time?: number): boolean {
  const isFirst = recordReload(time)
  if (isFirst) reloadPage()
  return isFirst
}

/**
 * Reloads the page if the server has another build, once for each build and URL to avoid a reload loop. Returns whether
 * it reloads.
 */
export const reloadForBuild = (): boolean => hasOtherBuild() && reloadOnce()

/** Rethrows the error of a chunk that could not be loaded; without a network, as NETWORK. */
export async function rethrowChunkError(thrown: unknown): Promise<never> {
  throw (await fetchBuildState()) === 'unreachable' ? localError('NETWORK') : thrown
}

const MINUTE = 60_000

/**
 * After an error: reloads the page if a chunk is missing and the server can be reached. Browsers remember that it did not
 * come, and never ask for it again: of the same build it takes a reload too, once a minute. Returns whether it reloads.
 */
export async function recoverFromChunkError(thrown: unknown): Promise<boolean> {
  if (!isChunkLoadError(thrown)) return false
  const found = await fetchBuildState()
  if (found === 'same') return reloadOnce(Math.floor(Date.now() / MINUTE))
  return found === 'other' && reloadForBuild()
}
