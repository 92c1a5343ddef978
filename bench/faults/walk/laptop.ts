import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BootedDebian } from '../booted-debian.ts'
import { Stick, TREE } from '../debian/stick.ts'
import { type DebianRoot, SYSTEMD } from '../debian-root.ts'

/** What a Debian with a desktop has, of what the walk touches; and what moves the clock of the library alone. */
export const LAPTOP = [...SYSTEMD, 'adduser', 'libfaketime'] as const

/** Where the library answers: this machine's network is shared, and its port 3000 may be taken. */
export const LIBRARY_URL = 'http://localhost:3917'
const UUID = '5c08ba70-7879-4273-82c8-89934e75ee6d'

const FILES = {
  'etc/hosts': '127.0.0.1 localhost\n',
  'etc/maktaba/maktaba.env': 'PORT=3917\n',
  // A loop device stands for the stick.
  'etc/systemd/system/maktaba-drive.service.d/loop.conf': '[Service]\nDeviceAllow=block-loop rw\n',
  // Opens nothing: says what the entry of the menu would open in the browser.
  'usr/local/bin/xdg-open': '#!/bin/sh\necho "$1"\n',
}

/** A computer with a fresh Debian, at which a person named ada sits. */
export class Laptop {
  readonly #debian: DebianRoot
  readonly #machine: BootedDebian
  #stick: Stick | undefined

  constructor(debian: DebianRoot) {
    this.#debian = debian
    this.#machine = new BootedDebian(debian)
  }

  /** Boots it. `days` is by how much its clock is ahead of this machine's. */
  async boot(days: number): Promise<void> {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(this.#debian.path(path), '..'), { recursive: true })
      writeFileSync(this.#debian.path(path), text, { mode: 0o755 })
    }
    this.#setClock(days)
    this.#debian.shell('useradd --create-home ada && install -d -m 0700 -o ada /media/ada /home/ada/Downloads')
    await this.#machine.boot()
    // As on a machine: what systemd does unless it is in a container. Then the made /sys, which has the stick, for all programs.
    this.shell(
      [
        'mount --make-rshared /',
        `mkdir -p ${TREE}/sys/fs/cgroup ${TREE}/sys/class/block ${TREE}/run/udev/data /run/udev/data`,
        `mount --rbind /sys/fs/cgroup ${TREE}/sys/fs/cgroup`,
        `mount --rbind ${TREE}/sys /sys`,
        `mount --bind ${TREE}/run/udev/data /run/udev/data`,
      ].join(' && '),
    )
  }

  shell = (command: string): string => this.#machine.shell(command)
  start = (command: string): Promise<string> => this.#machine.start(command)

  /** Puts a file where the browser of the person would have put it; returns its path there. */
  download(file: string): string {
    copyFileSync(file, this.#debian.path('home/ada/Downloads/maktaba.deb'))
    return '/home/ada/Downloads/maktaba.deb'
  }

  /** Where a file of this laptop is for this process, as for a browser on it. */
  fileFor(path: string): string {
    const copy = `/home/ada/${path.split('/').at(-1) ?? ''}`
    this.shell(`cp '${path}' '${copy}'`)
    return this.#debian.path(copy)
  }

  /** The next days: the laptop is switched off at night, and on again. */
  async sleepUntil(days: number): Promise<void> {
    this.#setClock(days)
    await this.start('systemctl daemon-reload && systemctl restart maktaba')
  }

  #setClock(days: number): void {
    const folder = 'etc/systemd/system/maktaba.service.d'
    mkdirSync(this.#debian.path(folder), { recursive: true })
    const library = '/usr/$LIB/faketime/libfaketimeMT.so.1'
    const variables = `LD_PRELOAD=${library} FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME=+${days}d`
    this.#debian.write(`${folder}/clock.conf`, days === 0 ? '' : `[Service]\nEnvironment=${variables}\n`)
  }

  /** Plugs in the stick whose content is in `image`, which its desktop mounts for ada; returns where. */
  plugIn(image: string): string {
    this.#stick = new Stick(this.#debian, this.#machine, { uuid: UUID, label: 'BAOBABS', image, megabytes: 512 })
    this.#stick.plugIn()
    this.#stick.mount()
    return this.#stick.desktop
  }

  pullOut(): void {
    this.#stick?.pullOut()
    this.shell(`umount -l ${this.#stick?.desktop}`)
    this.#stick?.remove()
    this.#stick = undefined
  }

  /** Ends it at once; its disk goes with its Debian. */
  async end(): Promise<void> {
    await this.#machine.cutPower()
    this.#stick?.remove()
    this.#stick = undefined
  }
}
