import { expect, test } from 'vitest'
import { startCommand } from './server-command.server.ts'

const binaries = {
  root: 'C:\\pg',
  version: '18.4.0',
  initdb: 'C:\\pg\\bin\\initdb.exe',
  pgCtl: 'C:\\pg\\bin\\pg_ctl.exe',
  postgres: 'C:\\pg\\bin\\postgres.exe',
}
const options = { cluster: 'C:\\My library\\postgres', log: 'C:\\My library\\postgres.log', flags: ['-c', 'jit=off'] }

test('on Windows pg_ctl starts the cluster and waits for it: postgres.exe refuses an administrator', () => {
  expect(startCommand('win32', binaries, options)).toEqual({
    program: binaries.pgCtl,
    args: ['start', '-D', options.cluster, '-l', options.log, '-w', '-t', '120', '-o', '-c jit=off'],
  })
})

test.each(['linux', 'darwin'] as const)('on %s the postmaster is started itself', (platform) => {
  expect(startCommand(platform, binaries, options)).toEqual({
    program: binaries.postgres,
    args: ['-D', options.cluster, '-c', 'jit=off'],
  })
})
