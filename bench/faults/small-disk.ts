import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skippedFault, type FaultResult } from './fault.ts'

/** Runs a fault with an empty disk of `size`, such as `400m`, which is removed afterwards. Only root may mount one. */
export async function withSmallDisk(size: string, run: (disk: string) => Promise<FaultResult>): Promise<FaultResult> {
  if (process.getuid?.() !== 0) return skippedFault('only root may mount a small tmpfs; run it as root')
  const disk = mkdtempSync(join(tmpdir(), 'maktaba-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'maktaba-faults', disk], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(disk)
    return skippedFault(`no tmpfs can be mounted: ${String(error).slice(0, 100)}`)
  }
  try {
    return await run(disk)
  } finally {
    execFileSync('umount', ['-l', disk])
    rmdirSync(disk)
  }
}
