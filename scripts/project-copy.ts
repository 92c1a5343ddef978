import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** What git does not have, which a build or a test has made. */
const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', 'data', 'packages', 'screens', 'test-results'])

/** Copies the project into a new temporary folder, to change it there. Returns the folder. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-copy-'))
  for (const name of readdirSync(projectRoot))
    if (!NOT_COPIED.has(name)) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
  linkPackages(folder)
  return folder
}

/** The packages, each by a link: what tools keep beside them (`node_modules/.cache`) is the copy's own. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(bin(''))) if (name !== '.cache') symlinkSync(join(bin(''), name), join(packages, name))
}

/** The path of something in node_modules. */
export const bin = (path: string): string => join(projectRoot, 'node_modules', path)

/** Runs Node in a copy; returns the exit code and what it wrote. */
export async function runIn(cwd: string, options: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, options, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output: Buffer.concat(parts).toString() }
}
