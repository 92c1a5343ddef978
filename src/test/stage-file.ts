import { storeUpload } from '#base/db/uploads.server.ts'
import type { SignedInCaller } from './callers.ts'
import { createImport, findImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import type { ImportRecord } from '#exchange/import/run/import-write.server.ts'

async function* pieces(text: string | Buffer) {
  yield Buffer.from(text)
}

/** An import of a file, waiting. */
export const stageFile = async (
  { user }: SignedInCaller,
  text: string | Buffer,
  filename = 'list.csv',
): Promise<ImportRecord> => createImport({ upload: await storeUpload(filename, pieces(text)), userId: user.id })

/** Imports a file as the command line does. */
export async function importFile(file: Buffer): Promise<ImportRecord> {
  const { id } = await createImport({ upload: await storeUpload('list', pieces(file)), userId: null })
  await startImport(id)
  await runImport(id)
  return findImport(id)
}
