import { createReadStream } from 'node:fs'
import { basename, resolve } from 'node:path'
import { storeUpload } from '#base/db/uploads.server.ts'
import { createImport, findImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'

/** Imports a file into the open database; returns how many books it added. */
export async function importCatalogue(file: string): Promise<number> {
  const upload = await storeUpload(basename(file), createReadStream(resolve(file)))
  const { id } = await createImport({ upload, userId: null })
  await startImport(id)
  await runImport(id)
  return (await findImport(id)).created
}
