import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'

const FILE = join(projectRoot, 'node_modules', '.cache', 'house.json')

/** What takes too long to measure for the table: as the last check, test or budget of this checkout noted it. */
export function readNoted(): Record<string, number> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

/** Notes figures, such as seconds of `npm run check`, beside those that are there. */
export function note(figures: Record<string, number>): void {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify({ ...readNoted(), ...figures }, null, 2)}\n`)
}
