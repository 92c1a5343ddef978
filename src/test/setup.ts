import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { SETTINGS, TEST_SECRET, useEnv } from './env.ts'

// The outbox shows every code on stderr, at every log level: once is enough (log-code.test.ts).
vi.mock('#mail/log-code.server.ts', () => ({ logCode: vi.fn() }))

// Each file gets modules of its own (settings, database, clock); the packages stay, since loading them takes a second.
vi.resetModules()

for (const name of SETTINGS) delete process.env[name]
useEnv({
  DATA_DIR: mkdtempSync(join(inject('server').folder, 'file-')),
  MAIL: 'outbox',
  AUTH_SECRET: TEST_SECRET,
  LOG_LEVEL: 'silent',
})
