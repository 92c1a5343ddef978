import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { isRecord, readJson } from './json.ts'
import type { Figures } from './statistics.ts'
import type { TotalFigures } from './totals.ts'
import type { ImportFigures } from './writes.ts'

/** Who answered: Maktaba; the bare server beside it; PostgreSQL without a server. */
export type Subject = 'maktaba' | 'limit' | 'sql'

export interface Row {
  name: string
  subject: Subject
  connections: number
  figures: Figures
}

export interface SizeResult {
  /** Books. */
  size: number
  rows: Row[]
  totals: TotalFigures
  /** How many of the searches of each kind found something: '12 of 12'. */
  found: Record<string, string>
  /** undefined: the API cannot save yet. */
  hasSaves: boolean
  imported: ImportFigures
  /** Resident memory of the server's process, before and after the run, in MB. */
  memory: { before: number; after: number }
}

export interface Results {
  date: string
  seconds: number
  machine: { cores: number; processor: string; memory: number; node: string }
  sizes: SizeResult[]
}

/** The machine as it is named in the results; memory in MB. */
export const thisMachine = (): Results['machine'] => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? '',
  memory: Math.round(totalmem() / 1e6),
  node: process.version,
})

/** Writes bench/results/<date>.json; answers its path. */
export function writeResults(results: Results): string {
  const folder = join(projectRoot, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${results.date.replaceAll(':', '-').slice(0, 19)}.json`)
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}

/** Throws for a file that is none of `writeResults`. */
export function readResults(file: string): Results {
  const results = readJson<Results>(file)
  if (!isRecord(results) || !Array.isArray(results.sizes)) throw new Error(`${file} holds no results of the benchmark`)
  return results
}

export const findRow = (
  result: SizeResult | undefined,
  name: string,
  connections: number,
  subject: Subject = 'maktaba',
): Row | undefined =>
  result?.rows.find((row) => row.name === name && row.connections === connections && row.subject === subject)
