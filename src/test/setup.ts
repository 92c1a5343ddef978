import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { SETTINGS, TEST_SECRET, useEnv } from './env.ts'

// Outbox mode logs every code; only log-code.test.ts tests that.
vi.mock('#base/mail/log-code.server.ts', () => ({ logCode: vi.fn(), logWhereCodesAre: vi.fn() }))

// Each file gets its own modules (settings, database, clock); packages are shared, since loading them takes a second.
vi.resetModules()

for (const name of SETTINGS) delete process.env[name]
useEnv({
  DATA_DIR: mkdtempSync(join(inject('server').folder, 'file-')),
  MAIL: 'outbox',
  AUTH_SECRET: TEST_SECRET,
  LOG_LEVEL: 'silent',
})

// As at the start of a server.
await import('#noun-words.ts')
