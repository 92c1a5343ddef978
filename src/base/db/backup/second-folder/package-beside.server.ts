import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chosenDrive, LENT_FOLDER } from '#base/lib/drive/chosen-drive.ts'
import { drivePlaces } from '#base/lib/drive/drive-request.server.ts'
import { updatePlaces } from '#base/lib/package-update.server.ts'

// A new computer needs the program too: where there is no network, or another version by then.

const FILE = 'maktaba.deb'
/** Says of which version it is: bytes and time of the package that was copied. */
const STAMP = 'version.txt'

/** Of a drive the library is lent only that folder. */
const placesIn = (folder: string) => {
  const own = folder === drivePlaces().lent ? folder : join(folder, LENT_FOLDER)
  return { own, file: join(own, FILE), stamp: join(own, STAMP) }
}

/** Whether the package lies beside the backups in a folder; of a drive, which is not looked at, whether it is copied along. */
export const hasPackageBeside = (folder: string): Promise<boolean> =>
  stat(chosenDrive(folder) ? updatePlaces().installed : placesIn(folder).file).then(
    (found) => found.isFile(),
    () => false,
  )

/**
 * Copies the installed package beside the backups in a folder, unless that of the same version is there: root has kept it for
 * that (maktaba-keep.service). Does nothing where Maktaba was not installed from a package.
 */
export async function placePackage(
  folder: string,
  signal: AbortSignal,
  kept = updatePlaces().installed,
): Promise<void> {
  const from = await stat(kept).catch(() => undefined)
  if (!from?.isFile()) return
  const { own, file, stamp } = placesIn(folder)
  const mark = `${from.size} ${Math.floor(from.mtimeMs)}\n`
  if ((await readFile(stamp, 'utf8').catch(() => '')) === mark && (await hasPackageBeside(folder))) return
  await mkdir(own, { recursive: true })
  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    const to = await open(part, 'wx', 0o644)
    try {
      for await (const chunk of createReadStream(kept, { highWaterMark: 1 << 20, signal })) await to.writeFile(chunk)
      await to.sync()
    } finally {
      await to.close()
    }
    await rename(part, file)
    await writeFile(stamp, mark)
  } finally {
    await rm(part, { force: true }).catch(() => undefined)
  }
}
