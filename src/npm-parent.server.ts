import { readFileSync } from 'node:fs'

/** A file of a process in /proc, '' where there is none. */
function ofProcess(id: number, name: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

const parentOf = (id: number): string => /^PPid:\s+(\d+)$/m.exec(ofProcess(id, 'status'))?.[1] ?? ''

/**
 * Watches npm, which has started this process: `parent` is npm itself or, where the shell that it starts waits for us as dash
 * does, that shell, which goes on waiting when npm is killed. Answers with what says whether npm has ended.
 */
export function watchNpm(parent: number): () => boolean {
  const isShell = /^[^\0]*sh\0-c\0/.test(ofProcess(parent, 'cmdline'))
  const npm = isShell ? parentOf(parent) : ''
  return () => process.ppid !== parent || (isShell && parentOf(parent) !== npm)
}
