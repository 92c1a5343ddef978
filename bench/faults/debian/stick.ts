import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DebianRoot } from '../debian-root.ts'
import type { BootedDebian } from '../booted-debian.ts'

/** Where the trial has /sys and what udev knows: loop devices are on no bus. */
export const TREE = '/tree'

interface StickOptions {
  uuid: string
  label: string
  /** The file of its content, which may be there already: else one in the Debian, of 48 MB. */
  image?: string
  megabytes?: number
}

/** A loop device with ext4 that the made /sys shows as a stick. */
export class Stick {
  readonly #debian: DebianRoot
  readonly #machine: BootedDebian
  readonly #name: string
  readonly #bytes: number
  readonly uuid: string
  readonly label: string

  constructor(debian: DebianRoot, machine: BootedDebian, options: StickOptions) {
    const { uuid, label, megabytes = 48, image = debian.path(`root/${label}.img`) } = options
    this.#bytes = megabytes * 1024 * 1024
    this.#debian = debian
    this.#machine = machine
    this.uuid = uuid
    this.label = label
    if (!existsSync(image)) {
      writeFileSync(image, '')
      truncateSync(image, this.#bytes)
      execFileSync('mkfs.ext4', ['-q', '-F', '-L', label, '-U', uuid, image])
    }
    this.#name = basename(execFileSync('losetup', ['--find', '--show', image], { encoding: 'utf8' }).trim())
    machine.shell(`test -e ${this.node} || mknod ${this.node} b ${this.device.replace(':', ' ')}`)
  }

  get node(): string {
    return `/dev/${this.#name}`
  }

  get device(): string {
    return `7:${this.#name.replace('loop', '')}`
  }

  get desktop(): string {
    return `/media/ada/${this.label}`
  }

  plugIn(): void {
    const [tree, name] = [this.#debian.path(TREE), this.#name]
    const folder = join(tree, `sys/devices/pci0000:00/usb1/1-${name}/block/${name}`)
    for (const path of [folder, join(tree, 'sys/class/block'), join(tree, 'run/udev/data')])
      mkdirSync(path, { recursive: true })
    for (const [file, text] of Object.entries({ dev: this.device, size: String(this.#bytes / 512), removable: '1' }))
      writeFileSync(join(folder, file), `${text}\n`)
    rmSync(join(tree, 'sys/class/block', name), { force: true })
    symlinkSync(`../../devices/pci0000:00/usb1/1-${name}/block/${name}`, join(tree, 'sys/class/block', name))
    const facts = { USAGE: 'filesystem', TYPE: 'ext4', UUID: this.uuid, LABEL_ENC: this.label }
    const lines = Object.entries(facts).map(([key, value]) => `E:ID_FS_${key}=${value}\n`)
    writeFileSync(join(tree, 'run/udev/data', `b${this.device}`), lines.join(''))
  }

  pullOut(): void {
    rmSync(join(this.#debian.path(TREE), 'sys/class/block', this.#name), { force: true })
  }

  /** Mounts it as a desktop does, or elsewhere. */
  mount(target = this.desktop): void {
    this.#machine.shell(`mkdir -p ${target} && mount -o nosuid,nodev ${this.node} ${target}`)
  }

  unmount(target = this.desktop): void {
    this.#machine.shell(`umount ${target}`)
  }

  remove(): void {
    execFileSync('losetup', ['--detach', `/dev/${this.#name}`])
  }
}
