import * as z from 'zod/mini'
import { fetchBytes, fetchStream } from '#base/lib/http/fetch-bytes.server.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'

/** Milliseconds until the address must have answered. */
const TIMEOUT_MS = 10_000
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\+(\d{14})(?:\.[0-9A-Za-z.]{1,60})?)?$/
const announcementSchema = z.object({
  /** `1.5.0`, or with the time and the commit of the build: `1.5.0+20261129205058.4cf76161`. */
  version: z.string().check(z.regex(VERSION)),
  /** Where the Debian package is, by architecture; relative to the address of the announcement. */
  packages: z.optional(z.record(z.string(), z.string())),
})

/** The newest version. */
export interface Announcement {
  version: string
  /** Whether it is newer than the running one. */
  isNewer: boolean
  /** Where the Debian package for this machine is, if that is announced. */
  packageUrl: URL | undefined
}

/** The address does not say what is new; the message names its host and why. */
export class NoAnnouncementError extends Error {
  override name = 'NoAnnouncementError'
}

/** How the architecture of this machine is called by Debian. */
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Asks UPDATE_URL for the newest version. Throws NoAnnouncementError. */
export async function readAnnouncement(updateUrl: string): Promise<Announcement> {
  const url = new URL(updateUrl)
  const { status, body } = await fetchBytes(url, fetchOptions(url, { maxBytes: 1_000_000, timeout: TIMEOUT_MS })).catch(
    (error: unknown) => {
      throw new NoAnnouncementError(
        `${url.host} does not answer (${error instanceof Error ? error.message : String(error)})`,
        { cause: error },
      )
    },
  )
  const { success, data } = announcementSchema.safeParse(status === 200 ? parsed(body) : undefined)
  if (!success)
    throw new NoAnnouncementError(`${url.host} does not say a version: correct UPDATE_URL (status ${status})`)
  const path = data.packages?.[ARCHITECTURES[process.arch] ?? '']
  return {
    version: data.version,
    isNewer: isNewerBuild(data.version, buildInfo().release),
    packageUrl: path !== undefined && URL.canParse(path, url) ? new URL(path, url) : undefined,
  }
}

/** Files of those who announce versions come from the host of UPDATE_URL, or by https from one of the internet. */
const fetchOptions = (announced: URL, { maxBytes, timeout }: { maxBytes: number; timeout: number }) => ({
  trustedOrigin: announced.origin,
  accept: '*/*',
  userAgent: `Maktaba/${buildInfo().version}`,
  maxBytes,
  signal: AbortSignal.timeout(timeout),
})

/** Gets a package, as it arrives. Throws NoAnnouncementError. */
export async function* fetchPackage(
  url: URL,
  updateUrl: string,
  maxBytes: number,
  timeout: number,
): AsyncGenerator<Buffer> {
  try {
    const { status, body } = await fetchStream(url, fetchOptions(new URL(updateUrl), { maxBytes, timeout }))
    if (status !== 200) throw new NoAnnouncementError(`${url.host} does not give the package (status ${status})`)
    yield* body
  } catch (error) {
    if (error instanceof NoAnnouncementError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new NoAnnouncementError(`${url.host} does not give the package (${reason})`, { cause: error })
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whether one version is newer than another: by its three numbers, and where both name it, by the time of the build. */
export function isNewerBuild(version: string, than: string): boolean {
  const [[numbers, time], [otherNumbers, otherTime]] = [partsOf(version), partsOf(than)]
  return numbers === otherNumbers ? time !== 0n && otherTime !== 0n && time > otherTime : numbers > otherNumbers
}

/** The three numbers, of six digits at most, as one number that sorts; and the time of the build, or 0. */
function partsOf(version: string): [bigint, bigint] {
  const [, major = '0', minor = '0', patch = '0', time = '0'] = VERSION.exec(version) ?? []
  return [(BigInt(major) * 1_000_000n + BigInt(minor)) * 1_000_000n + BigInt(patch), BigInt(time)]
}
