import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Milliseconds that systemd may take to answer. */
const PATIENCE = 5000

/** Whether the system's clock is synchronised by a server of time, as systemd knows; false where there is none to ask. */
export const isSystemClockSynchronised = (): Promise<boolean> =>
  run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: PATIENCE }).then(
    ({ stdout }) => stdout.trim() === 'yes',
    () => false,
  )
