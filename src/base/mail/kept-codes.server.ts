import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The header by which a message of the outbox names its code, beside the text in which people read it. */
export const CODE_HEADER = 'X-Maktaba-Code'

/** A code that was written to the outbox instead of being sent. */
export interface KeptCode {
  code: string
  email: string
  at: Date
}

/** The codes in the outbox that are not older than a moment, the newest first. */
export async function keptCodes(folder: string, since: Date): Promise<KeptCode[]> {
  const names = await readdir(folder).catch(() => [])
  const recent = names
    .toSorted()
    .toReversed()
    .filter((name) => (timeOf(name)?.getTime() ?? 0) >= since.getTime())
  const codes = await Promise.all(
    recent.map(async (name) => {
      const [head = ''] = (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n')
      const header = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1]?.trim()
      const [code, email, at] = [header(CODE_HEADER), header('To'), timeOf(name)]
      return code === undefined || email === undefined || !at ? [] : [{ code, email, at }]
    }),
  )
  return codes.flat()
}

/** When a message of the outbox was written: 2026-11-29T21-10-05-123Z-0a1b2c3d.eml. */
function timeOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds, rest] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[0-9a-f]+\.eml$/.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}.${rest}`)
}
