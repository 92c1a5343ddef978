import { databaseEnv } from '#base/env/database-env.server.ts'
import { NoAnnouncementError, readAnnouncement } from '#operations/update/announcement.server.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { Failure } from './failure.ts'

const NEWER = 10

/** Prints whether there is a newer version; returns the exit code. Throws Failure if that cannot be found out. */
export async function checkForUpdate(): Promise<number> {
  const { updateUrl } = databaseEnv()
  if (updateUrl === undefined) throw new Failure('UPDATE_URL is not set: set it to where versions are announced')
  const { version, isNewer } = await readAnnouncement(updateUrl).catch((error: unknown) => {
    throw error instanceof NoAnnouncementError ? new Failure(error.message) : error
  })
  const running = buildInfo().release
  process.stdout.write(
    isNewer
      ? `Maktaba ${version} is out, this is ${running}: docs/operations.md says how to update\n`
      : `Maktaba ${running} is the newest\n`,
  )
  return isNewer ? NEWER : 0
}
