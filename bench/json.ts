import { readFileSync } from 'node:fs'

/** The JSON of a file written by the benchmark; undefined without the file. */
export function readJson<T>(file: string): T | undefined {
  try {
    const value: T = JSON.parse(readFileSync(file, 'utf8'))
    return value
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
