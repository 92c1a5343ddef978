import { existsSync } from 'node:fs'

const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
]

/** What to say where Debian's package libfaketime is missing. */
export const NO_FAKETIME = 'libfaketime is missing: apt-get install libfaketime'

/**
 * The environment of a program whose clock another one sets; undefined without libfaketime. A monotonic clock never jumps: Node
 * ends itself when it does.
 */
export function faketime(): Record<string, string> | undefined {
  const library = LIBRARIES.find((file) => existsSync(file))
  return library === undefined ? undefined : { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
