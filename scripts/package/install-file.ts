import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Copies a file with these rights, whatever the umask. */
export function install(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, mode)
}

/** Writes a file that all may read, whatever the umask. */
export function write(file: string, text: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o644)
}
