import { execFileSync } from 'node:child_process'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** Checks a commit out into a folder, with its packages. */
export function addCheckout(commit: string, folder: string): void {
  runIn(projectRoot, 'git', 'worktree', 'add', '--quiet', '--force', '--detach', folder, commit)
  try {
    runIn(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
  } catch (error) {
    removeCheckout(folder)
    throw error
  }
}

export const removeCheckout = (folder: string): string =>
  runIn(projectRoot, 'git', 'worktree', 'remove', '--force', folder)

/** Runs a program in a folder; returns what it wrote. Throws when it fails, with its errors shown. */
export const runIn = (cwd: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
