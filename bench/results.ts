import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { isRecord, readJson } from './json.ts'
import type { Figures } from './statistics.ts'
import type { TotalFigures } from './totals.ts'
import type { ImportFigures } from './writes.ts'

/** What was measured: Maktaba, the minimal server (limit.ts), or PostgreSQL without a server. */
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
  /** How many searches of each kind had hits: '12 of 12'. */
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

/** Description of this machine for the results; memory in MB. */
export const thisMachine = (): Results['machine'] => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? '',
  memory: Math.round(totalmem() / 1e6),
  node: process.version,
})

/** Writes bench/results/<date>.json; returns its path. */
export function writeResults(results: Results): string {
  const folder = join(projectRoot, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${results.date.replaceAll(':', '-').slice(0, 19)}.json`)
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}

/** Reads a file of `writeResults`; throws for any other. */
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
