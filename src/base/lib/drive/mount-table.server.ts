import { readFile } from 'node:fs/promises'

/** A mount, as proc_pid_mountinfo(5) has it. */
export interface Mount {
  /** `8:17`. */
  device: string
  /** What of the file system is mounted: `/` is all of it. */
  root: string
  target: string
  /** The options of this mount, and those of its file system. */
  options: string
  type: string
  source: string
  fileSystemOptions: string
}

/** Spaces and the like are written as three octal digits. */
export const unescapedPath = (text: string): string =>
  Buffer.from(
    text.replace(/\\([0-3][0-7]{2})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8))),
    'latin1',
  ).toString('utf8')

/** The mounts of a table such as /proc/self/mountinfo, the later ones last. */
export const parseMounts = (table: string): Mount[] =>
  table.split('\n').flatMap((line) => {
    const [first = '', second = ''] = line.split(' - ')
    const [, , device, root, target, options] = first.split(' ')
    const [type, source, fileSystemOptions] = second.split(' ')
    if (device === undefined || root === undefined || target === undefined || options === undefined) return []
    if (type === undefined || source === undefined || fileSystemOptions === undefined) return []
    const paths = { root: unescapedPath(root), target: unescapedPath(target), source: unescapedPath(source) }
    return [{ ...paths, device, options, type, fileSystemOptions }]
  })

/** The mounts that this process sees. Only Linux tells. */
export const readMounts = async (): Promise<Mount[]> =>
  parseMounts(await readFile('/proc/self/mountinfo', 'latin1').catch(() => ''))
