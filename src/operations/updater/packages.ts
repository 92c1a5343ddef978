import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UpdatePlaces } from '#base/lib/package-update.server.ts'
import { PACKAGE_LIMIT } from '#base/lib/stored-upload.ts'
import { ServerFolder } from './server-folder.ts'

/** Copies the package out of the server's folder, so that the server cannot change it after the check. */
export async function copySentPackage(places: UpdatePlaces, file: string): Promise<void> {
  const folder = await ServerFolder.open(places.requests)
  const source = await folder?.openFile(places.package).finally(() => folder.close())
  if (!source) throw new Error('There is no package')
  const { size } = await source.stat()
  if (size > PACKAGE_LIMIT) {
    await source.close()
    throw new Error('The package is too large')
  }
  await pipeline(source.createReadStream({ end: PACKAGE_LIMIT }), createWriteStream(file, { mode: 0o600 }))
}

/** Removes the package that was sent, and what is known of it. */
export async function removeSent(places: UpdatePlaces): Promise<void> {
  const folder = await ServerFolder.open(places.requests)
  for (const name of [places.package, places.sent]) await folder?.remove(name)
  await folder?.close()
}

/** Removes what an update has left in root's folder, also one that was cut off: packages of up to 512 MB. */
export async function removeLeftovers(places: UpdatePlaces): Promise<void> {
  const names = await readdir(places.results).catch(() => [])
  for (const name of names.filter((one) => /^(new|kept)\.deb/.test(one)))
    await rm(join(places.results, name), { recursive: true, force: true })
}
