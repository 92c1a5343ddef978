import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzzServer } from '../fuzz/fuzz-server.ts'
import type { Fault } from './fault.ts'

const fault: Fault = {
  about: 'requests with errors of every kind, to everything that answers: --requests 50000 --seed 1',
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'maktaba-fuzz-'))
    const result = await fuzzServer(folder, options)
    if (result.problems.length === 0) rmSync(folder, { recursive: true, force: true })
    else options.say(`the server's log is in ${folder}`)
    return result
  },
}
export default fault
