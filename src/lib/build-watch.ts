import { saveDrafts } from './saved-drafts.ts'
import { isChunkLoadError } from './chunk-load-error.ts'

/** Names the build of the server in each of its answers. */
export const BUILD_HEADER = 'x-maktaba-build'

/** `same` or `other` than that of the page; `unreachable` where no answer comes. */
export type BuildState = 'same' | 'other' | 'unreachable'

let own = ''
let seen = ''

/** The build that this page is of; empty for one from sources, which is never outdated. */
export function setOwnBuild(build: string): void {
  own = build
  seen ||= build
}

/** Remembers of which build the server is that gave this answer. */
export function noteBuild({ headers }: Response): void {
  seen = headers.get(BUILD_HEADER) ?? seen
}

/** Whether the server has answered by another build than that of this page. */
export const hasOtherBuild = (): boolean => own !== '' && seen !== own

/** Asks the server of which build it is now. */
export async function askForBuild(): Promise<BuildState> {
  try {
    noteBuild(await fetch('/api/health/live', { cache: 'no-store' }))
    return hasOtherBuild() ? 'other' : 'same'
  } catch {
    return 'unreachable'
  }
}

const RELOADED = 'reloaded'
/** Reloads that are remembered in a tab. */
const MOST = 20

/** Notes a reload for this build of the server at this address; false where there was one, or none can be noted. */
function noteReload(): boolean {
  const mark = `${seen} ${location.href}`
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]')
    const marks = Array.isArray(before) ? before : []
    if (marks.includes(mark)) return false
    sessionStorage.setItem(RELOADED, JSON.stringify([...marks, mark].slice(-MOST)))
    return true
  } catch {
    return false
  }
}

/** Loads the page anew with what was typed kept. */
export function reloadPage(): void {
  saveDrafts()
  location.reload()
}

/**
 * Loads the page anew where the server is of another build: once for each build and address, so that it never goes round
 * in circles. Answers whether it does.
 */
export function reloadForBuild(): boolean {
  if (!hasOtherBuild() || !noteReload()) return false
  reloadPage()
  return true
}

/** After something has failed: where a file is lost because the library was updated, loads the page anew. Answers whether it does. */
export const recoverFromChunkError = async (thrown: unknown): Promise<boolean> =>
  isChunkLoadError(thrown) && (await askForBuild()) === 'other' && reloadForBuild()
