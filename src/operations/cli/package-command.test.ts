import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maktaba-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a program that stands for another one. */
function stub(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

test('the command of the package gives Node the certificates of the settings, and not the mailbox of a shell', () => {
  const script = readFileSync(join(projectRoot, 'deploy/debian/maktaba'), 'utf8')
  stub(
    'maktaba',
    script.replaceAll('/usr/lib/maktaba', join(folder, 'lib')).replaceAll('/etc/maktaba', join(folder, 'etc')),
  )
  stub('lib/bin/node', 'env | grep -E "^(MAIL|NODE_EXTRA_CA_CERTS|HOME)=" | sort; echo "$@"')
  // As the user of the service, to whom the command turns.
  stub('bin/id', 'if [ "$1" = -un ]; then echo maktaba; else echo 999; fi')
  mkdirSync(join(folder, 'etc'))
  writeFileSync(join(folder, 'etc/maktaba.env'), '#PORT=1\nNODE_EXTRA_CA_CERTS="/etc/issuer.pem"\n')
  const said = execFileSync('sh', [join(folder, 'maktaba'), 'doctor', '--no-mail'], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, MAIL: '/var/mail/root' },
  })
  expect(said.trim().split('\n')).toEqual([
    'HOME=/var/lib/maktaba',
    'NODE_EXTRA_CA_CERTS=/etc/issuer.pem',
    expect.stringMatching(/--env-file=.*maktaba\.env .*maktaba\.js doctor --no-mail$/),
  ])
})
