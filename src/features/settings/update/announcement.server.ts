import * as z from 'zod/mini'
import { fetchBytes } from '#lib/http/fetch-bytes.server.ts'
import { buildInfo } from '#lib/build-info.server.ts'

/** Milliseconds until the address must have answered. */
const TIMEOUT_MS = 10_000
const announcementSchema = z.object({
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
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
  const { status, body } = await fetchUpdate(url, url, { maxBytes: 1_000_000, timeout: TIMEOUT_MS }).catch(
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
    isNewer: numberOf(data.version) > numberOf(buildInfo().version),
    packageUrl: path !== undefined && URL.canParse(path, url) ? new URL(path, url) : undefined,
  }
}

/** Gets a file of those who announce versions: from the host of UPDATE_URL, or by https from one of the internet. */
const fetchUpdate = (
  url: URL,
  announced: URL,
  { maxBytes, timeout }: { maxBytes: number; timeout: number },
): ReturnType<typeof fetchBytes> =>
  fetchBytes(url, {
    trustedOrigin: announced.origin,
    accept: '*/*',
    userAgent: `Maktaba/${buildInfo().version}`,
    maxBytes,
    signal: AbortSignal.timeout(timeout),
  })

/** Gets a package. Throws NoAnnouncementError. */
export async function fetchPackage(url: URL, updateUrl: string, maxBytes: number, timeout: number): Promise<Buffer> {
  const { status, body } = await fetchUpdate(url, new URL(updateUrl), { maxBytes, timeout }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NoAnnouncementError(`${url.host} does not give the package (${reason})`, { cause: error })
  })
  if (status !== 200) throw new NoAnnouncementError(`${url.host} does not give the package (status ${status})`)
  return body
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The parts, of six digits at most, as one number that sorts. */
const numberOf = (version: string): bigint =>
  version.split('.').reduce((sum, part) => sum * 1_000_000n + BigInt(Number.parseInt(part, 10)), 0n)
