import { localError } from '#errors/local-error.ts'
import { BUILD_HEADER } from './build-header.ts'
import { saveDrafts } from './saved-drafts.ts'
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

/** Records a reload for this server build and URL; false if one is recorded already, or storage is unavailable. */
function recordReload(): boolean {
  const mark = `${serverBuild} ${location.href}`
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

/**
 * Reloads the page if the server has another build, once for each build and URL to avoid a reload loop. Returns whether
 * it reloads.
 */
export function reloadForBuild(): boolean {
  if (!hasOtherBuild() || !recordReload()) return false
  reloadPage()
  return true
}

/** Rethrows the error of a chunk that could not be loaded; without a network, as NETWORK. */
export async function rethrowChunkError(thrown: unknown): Promise<never> {
  throw (await fetchBuildState()) === 'unreachable' ? localError('NETWORK') : thrown
}

/** After an error: reloads the page if the server was updated and a chunk is missing. Returns whether it reloads. */
export const recoverFromChunkError = async (thrown: unknown): Promise<boolean> =>
  isChunkLoadError(thrown) && (await fetchBuildState()) === 'other' && reloadForBuild()
