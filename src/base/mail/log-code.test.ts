import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('./log-code.server.ts', import.meta.url))

test('address and code are in one line on stderr, at every log level', () => {
  for (const LOG_LEVEL of ['silent', 'info']) {
    const script = `const { logCode } = await import(${JSON.stringify(file)}); logCode('ada@example.org', '123456')`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, LOG_LEVEL },
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(stderr)).toMatchObject({
      email: 'ada@example.org',
      code: '123456',
      msg: 'Code for ada@example.org: 123456',
    })
  }
})
