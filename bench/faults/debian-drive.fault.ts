import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headerLine, summaryLine } from '#base/db/backup/backup-file.server.ts'
import { buildDriveHelper, buildProgram } from '../../scripts/build-command-line.ts'
import { writeSystemFiles } from '../../scripts/package/debian-files.ts'
import { BootedDebian } from './booted-debian.ts'
import { until } from './debian/installed.ts'
import { Stick, TREE } from './debian/stick.ts'
import { type DebianRoot, SYSTEMD, withDebian } from './debian-root.ts'
import { type Fault, type FaultOptions, skippedFault } from './fault.ts'
import { Ledger } from './ledger.ts'

const DATA = 'var/lib/maktaba'
const LENT = '/run/maktaba-drive/copies'
const BACKUP = '2026-11-20-030000-nightly.maktaba'
const UUID = '5c08ba70-7879-4273-82c8-89934e75ee6d'
const REQUEST = JSON.stringify({ id: '01890000-0000-7000-8000-000000000000', uuid: UUID })

const fault: Fault = {
  about:
    'a stick that root lends the server of the Debian package under systemd: refused, pulled out, killed, hostile requests',
  run: ({ say }) =>
    withDebian(async (debian) => {
      const machine = new BootedDebian(debian)
      const sticks: Stick[] = []
      try {
        await install(debian)
        await machine.boot()
        const make = (label: string, uuid = UUID) => {
          const stick = new Stick(debian, machine, { label, uuid })
          sticks.push(stick)
          return stick
        }
        let stick: Stick
        try {
          stick = make('BAOBABS')
        } catch (error) {
          return skippedFault(`there are no loop devices here: ${String(error).slice(0, 100)}`)
        }
        const ledger = new Ledger()
        const trial = new Trial(debian, machine, ledger, say)
        // As on a machine: what systemd does unless it is in a container.
        machine.shell('mount --make-rshared / && systemctl start maktaba')
        stick.plugIn()
        await trial.lend(stick)
        await trial.refuse(stick, make)
        await trial.interrupt(stick)
        await trial.attack()
        const { answers, longestOutage, problems } = ledger
        return { times: trial.times, acknowledged: 0, lost: 0, answers, longestOutage, problems }
      } finally {
        await machine.cutPower()
        for (const stick of sticks) stick.remove()
      }
    }, SYSTEMD),
}
export default fault

/** The units and the helper of the package, and what copies as the server does in the server's place. */
async function install(debian: DebianRoot): Promise<void> {
  debian.shell('useradd --system --home-dir /var/lib/maktaba --shell /usr/sbin/nologin maktaba')
  const library = debian.path('usr/lib/maktaba')
  writeSystemFiles(debian.path(''))
  copyFileSync(process.execPath, join(library, 'bin/node'))
  writeFileSync(join(library, 'package.json'), '{ "name": "maktaba", "version": "0.0.0", "type": "module" }')
  await buildDriveHelper(join(library, 'dist/drive'))
  await buildProgram('bench/faults/debian/drive-server.ts', 'server.js', join(library, 'dist/server'))
  const units = {
    'maktaba.service': '[Unit]\nStartLimitIntervalSec=0\n[Service]\nType=exec\nRestart=always\nRestartSec=1',
    'maktaba-drive.service': `[Service]\nExecStart=\nExecStart=/usr/lib/maktaba/bin/node /usr/lib/maktaba/dist/drive/drive.js --tree ${TREE}\nDeviceAllow=block-loop rw`,
  }
  for (const [unit, lines] of Object.entries(units)) {
    mkdirSync(debian.path(`etc/systemd/system/${unit}.d`), { recursive: true })
    debian.write(`etc/systemd/system/${unit}.d/trial.conf`, `${lines}\n`)
  }
  const text = `${headerLine({ maktaba: '1.0.0', postgres: '18', madeAt: '2026-11-20T03:00:00Z', migration: 1 })}${'x'.repeat(1_000_000)}${summaryLine({ books: 1, users: 1, bytes: 1, tables: {} })}`
  const sum = createHash('sha256').update(text).digest('hex')
  mkdirSync(debian.path(`${DATA}/backups`), { recursive: true })
  debian.write(`${DATA}/backups/${BACKUP}`, `${text}sha256 ${sum}\n`)
  mkdirSync(debian.path('etc/maktaba'), { recursive: true })
  debian.write('etc/maktaba/maktaba.env', '')
  debian.shell(`chown -R maktaba:maktaba /${DATA} && chmod 700 /${DATA}`)
  debian.shell('systemctl enable maktaba-drive.path')
}

class Trial {
  readonly #debian: DebianRoot
  readonly #machine: BootedDebian
  readonly #ledger: Ledger
  readonly #say: FaultOptions['say']
  times = 0

  constructor(debian: DebianRoot, machine: BootedDebian, ledger: Ledger, say: FaultOptions['say']) {
    this.#debian = debian
    this.#machine = machine
    this.#ledger = ledger
    this.#say = say
  }

  /** A stick that is not mounted, and one that a desktop has mounted. */
  async lend(stick: Stick): Promise<void> {
    await this.#expect('a stick that is not mounted', 'copied')
    stick.mount()
    const before = this.#mounts()
    const holds = this.#order(60_000)
    await this.#kept()
    const flags = this.#machine.shell(`grep ' ${LENT} ' /proc/self/mountinfo | cut -d' ' -f4,6`).trim()
    this.#require('the folder alone, with its flags', flags, '/Maktaba rw,nosuid,nodev,noexec,relatime')
    this.#require(
      'what others see',
      this.#machine.shell(`setpriv --reuid 65534 --clear-groups ls ${LENT} 2>&1 || true`).includes(BACKUP),
      false,
    )
    this.#machine.shell('systemctl restart maktaba')
    await this.#released('the server was started anew')
    holds()
    this.#require("the desktop's mount", this.#mounts(), before)
    this.#require(
      'the copy',
      this.#machine.shell(`ls ${stick.desktop}/Maktaba/maktaba-backups`).trim(),
      `${BACKUP}\nlibrary`,
    )
  }

  /** What is not lent, with the stick as the desktop has mounted it. */
  async refuse(stick: Stick, make: (label: string, uuid?: string) => Stick): Promise<void> {
    const place = `${stick.desktop}/Maktaba`
    this.#machine.shell(`mv ${place} ${place}.kept && ln -s /etc ${place}`)
    await this.#expect('a link', 'link')
    this.#machine.shell(`rm ${place} && echo x > ${place}`)
    await this.#expect('a file', 'link')
    this.#machine.shell(`rm ${place} && mv ${place}.kept ${place} && mount -o remount,ro ${stick.desktop}`)
    await this.#expect('a stick that can only be read', 'read_only')
    stick.unmount()
    const twin = make('TWIN')
    twin.plugIn()
    await this.#expect('one of two with the same UUID', 'clone')
    twin.pullOut()
    stick.mount('/srv/kept')
    await this.#expect('a disk of the system', 'system')
    stick.unmount('/srv/kept')
    stick.pullOut()
    await this.#expect('a stick that is away', 'absent')
    stick.plugIn()
    await this.#expect('a stick that came back', 'copied')
  }

  /** What ends meanwhile. */
  async interrupt(stick: Stick): Promise<void> {
    for (const [what, cause] of [
      ['the helper was killed', () => this.#machine.shell('systemctl kill -s KILL --kill-whom=main maktaba-drive')],
      ['the server was killed', () => this.#machine.shell('systemctl kill -s KILL maktaba')],
      ['the stick was pulled out', () => stick.pullOut()],
    ] as const) {
      const holds = this.#order(60_000)
      await this.#kept()
      cause()
      await this.#released(what)
      holds()
      this.#machine.shell('systemctl restart maktaba')
      stick.plugIn()
    }
    await this.#expect('a stick after all that', 'copied')
  }

  /** Requests as one would write them who has taken over the server. */
  async attack(): Promise<void> {
    const folder = `/${DATA}/drive`
    const secret = '/root/request.json'
    this.#machine.shell(`echo '${REQUEST}' > ${secret}`)
    const attacks = {
      'a link': `ln -s ${secret} request.json`,
      'a pipe': 'mkfifo request.json',
      'a folder': 'mkdir request.json && touch request.json/x',
      'a huge one': 'head -c 50000000 /dev/zero > request.json',
      'a path': `echo '${REQUEST.replace(UUID, '../../dev/sda')}' > request.json`,
      'a folder that is swapped': 'mkdir ../other && cd .. && mv drive drive.kept && ln -s /root drive',
    }
    for (const [what, command] of Object.entries(attacks)) {
      this.times += 1
      this.#machine.shell(
        `cd ${folder} && setpriv --reuid maktaba --regid maktaba --clear-groups sh -c "${command.replaceAll('"', String.raw`\"`)}"`,
      )
      await until(`${what} was looked at`, () => this.#isIdle() || undefined)
      this.#require(
        `mounts after ${what}`,
        this.#machine.shell(`grep -c ' ${LENT} ' /proc/self/mountinfo || true`).trim(),
        '0',
      )
    }
    this.#require("root's file", this.#machine.shell(`cat ${secret}`).trim(), REQUEST)
    this.#machine.shell(`cd /${DATA} && rm drive && mv drive.kept drive`)
    await this.#expect('a stick after the attacks', 'copied')
  }

  /** Whether nothing waits for the helper any more: a request is taken, or systemd has given up. */
  #isIdle(): boolean {
    const left = this.#machine
      .shell(`test -e /${DATA}/drive/request.json && test ! -L /${DATA}/drive && echo left || true`)
      .trim()
    return left === '' && this.#machine.shell('systemctl is-active maktaba-drive || true').trim() !== 'active'
  }

  /** Orders a copy; what is returned forgets its answer. */
  #order(keep: number): () => void {
    this.times += 1
    const order = JSON.stringify({ uuid: UUID, keep })
    this.#machine.shell(
      `cd /${DATA} && rm -f answer kept order.json && echo '${order}' > new.json && chown maktaba new.json && mv new.json order.json`,
    )
    return () => this.#machine.shell(`cd /${DATA} && rm -f answer kept order.json`)
  }

  async #expect(what: string, answer: string): Promise<void> {
    this.#order(0)
    const given = await until(`an answer to ${what}`, () =>
      this.#debian.isThere(`${DATA}/answer`) ? this.#debian.read(`${DATA}/answer`) || undefined : undefined,
    )
    this.#require(what, given, answer)
    await this.#released(what)
  }

  #kept = (): Promise<unknown> => until('the drive is lent', () => this.#debian.isThere(`${DATA}/kept`) || undefined)

  async #released(what: string): Promise<void> {
    await until(`nothing is lent after: ${what}`, () => {
      const left = this.#machine.shell(`grep -c ' /run/maktaba-drive' /proc/self/mountinfo || true`).trim()
      const state = this.#machine.shell('cat /run/maktaba-drive/state.json 2>/dev/null || true')
      return (left === '0' && !state.includes('"granted"')) || undefined
    })
  }

  #mounts = (): string => this.#machine.shell("grep ' /media/' /proc/self/mountinfo | cut -d' ' -f3-6 || true").trim()

  #require(what: string, seen: unknown, wanted: unknown): void {
    this.#say(`${what}: ${String(seen)}`)
    if (seen !== wanted) this.#ledger.problem(`${what}: ${String(seen)}, not ${String(wanted)}`)
  }
}
