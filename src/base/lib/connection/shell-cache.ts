import { SHELL_PATH } from './shell-path.ts'

const PREFIX = 'shell-'

/** The cache of a build's shell: another build's would load files that are gone. */
const shellCacheName = (build: string): string => `${PREFIX}${build}`

/**
 * Loads the shell of a build and keeps it. It names the person who is signed in; without one, or when a server of another
 * build answers, nothing is stored. Returns whether it is. Throws without an answer.
 */
export async function storeShell(build: string, buildHeader: string): Promise<boolean> {
  const response = await fetch(SHELL_PATH, { credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok || response.redirected || response.headers.get(buildHeader) !== build) return false
  const cache = await caches.open(shellCacheName(build))
  await cache.put(SHELL_PATH, response)
  return true
}

/** The stored shell of a build. */
export const readShell = (build: string): Promise<Response | undefined> =>
  caches.match(SHELL_PATH, { cacheName: shellCacheName(build) })

/** Whether a shell of any build is stored. */
export const hasShell = async (): Promise<boolean> => (await caches.keys()).some((name) => name.startsWith(PREFIX))

/** Deletes the shells of all builds, or of all but one. */
export async function deleteShells(but?: string): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && (but === undefined || name !== shellCacheName(but)))
  await Promise.all(old.map((name) => caches.delete(name)))
}
