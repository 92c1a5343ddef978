import { expect, test } from 'vitest'
import { passedSocket } from './passed-socket.server.ts'

const OWN = String(process.pid)

test.each([
  [{ LISTEN_PID: OWN, LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: OWN, LISTEN_FDS: '0' }, undefined],
  [{ LISTEN_PID: OWN }, undefined],
  [{ LISTEN_PID: OWN, LISTEN_FDS: 'one' }, undefined],
  // Meant for the process that has started this one.
  [{ LISTEN_PID: String(process.ppid), LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_FDS: '1' }, undefined],
  [{}, undefined],
])('%j: the descriptor is %s', (source, descriptor) => {
  expect(passedSocket(source)).toBe(descriptor)
})
