import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

const FILE = join(projectRoot, 'node_modules', '.cache', 'house.json')

/** Figures that take too long to measure for the table, as recorded by the last check, test or budget run. */
export function readFigures(): Record<string, number> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

/** Adds figures, such as the seconds of `npm run check`, to the recorded ones. */
export function recordFigures(figures: Record<string, number>): void {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify({ ...readFigures(), ...figures }, null, 2)}\n`)
}
