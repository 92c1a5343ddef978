import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { settingsFor, startMaktaba } from '../maktaba.ts'
import { seededData } from '../seed.ts'

const run = promisify(execFile)
const BOOKS = 10_900

interface Catalogue {
  /** 'generated', or how many files were imported. */
  name: string
  dataDir: string
  remove: () => void
}

/** A data folder with the generated books, or with the sample books and those of the files in CATALOGUES. */
export async function catalogue(): Promise<Catalogue> {
  const files = (process.env.CATALOGUES ?? '').split(',').filter((file) => file !== '')
  if (files.length === 0) {
    const { dataDir } = await seededData(BOOKS, console.log)
    return { name: 'generated', dataDir, remove: () => undefined }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'maktaba-connection-'))
  const settings = { ...settingsFor(dataDir), SEED: 'sample' }
  await (await startMaktaba(dataDir, { settings })).stop()
  for (const file of files) {
    const cli = join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts')
    const { stdout } = await run(process.execPath, [cli, 'import', resolve(file), '--quiet'], { env: settings })
    console.log(stdout.trim())
  }
  return { name: 'imported', dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}
