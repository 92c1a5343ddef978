import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { generateBooks } from './books.ts'
import { load, type LoadOptions } from './load.ts'
import { settingsFor } from './maktaba.ts'
import { WRITTEN_BY } from './seed.ts'
import type { Figures } from './statistics.ts'

const IMPORT_ROWS = 10_000
const IMPORT_SEED = 77

export interface ImportFigures {
  rows: number
  seconds: number
}

/** Number of saved books, which makes their titles unique. */
let saved = 0

function body(): string {
  saved += 1
  return JSON.stringify({ title: `Saved ${saved} of ${process.pid}`, author: 'The Benchmark', publisher: WRITTEN_BY })
}

type SaveOptions = Omit<LoadOptions, 'requests' | 'headers'> & { cookie: string }

/** Saves new books one after the other; undefined if the API cannot save. */
export async function measureSaves({ cookie, ...options }: SaveOptions): Promise<Figures | undefined> {
  const { url } = options
  const headers = { cookie, origin: url.replace('127.0.0.1', 'localhost'), 'content-type': 'application/json' }
  const path = '/api/v1/books'
  const tried = await fetch(url + path, { method: 'POST', headers, body: body() })
  await tried.arrayBuffer()
  if (tried.status === 404 || tried.status === 405) return undefined
  if (!tried.ok) throw new Error(`A save answered ${tried.status}`)
  const requests = [
    { method: 'POST' as const, path, setupRequest: (request: object) => ({ ...request, body: body() }) },
  ]
  return load({ ...options, requests, headers })
}

/** Times an import of 10,000 rows by the command line while the server runs, for the whole process. */
export async function measureImport(dataDir: string): Promise<ImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-bench-import-'))
  try {
    const file = join(folder, 'books.csv')
    writeFileSync(file, csv())
    const started = performance.now()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts'), 'import', file, '--quiet'],
      { env: settingsFor(dataDir), cwd: projectRoot },
    )
    const seconds = Math.round(performance.now() - started) / 1000
    if (!stdout.includes(`${IMPORT_ROWS} rows read, ${IMPORT_ROWS} imported`)) throw new Error(`The import: ${stdout}`)
    return { rows: IMPORT_ROWS, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function csv(): string {
  const books = generateBooks(IMPORT_SEED)
  const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => {
    const { title, author } = books.next().value
    return [`${title} № ${index}`, author, WRITTEN_BY].map(cell).join()
  })
  return ['title,author,publisher', ...rows, ''].join('\n')
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
