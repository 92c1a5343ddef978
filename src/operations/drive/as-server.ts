import { constants, readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { REQUEST_LIMIT } from '#base/lib/drive/drive-request.server.ts'

/** The user of the server. */
export interface ServerUser {
  uid: number
  gid: number
}

/** The user of the server of the package, as /etc/passwd has it. Throws without one. */
export function serverUser(): ServerUser {
  const [, uid, gid] = /^maktaba:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined || Number(uid) === 0) throw new Error('There is no user maktaba')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Does something with the rights of the server's user alone: in that user's folders anything may be a link to anywhere, or become
 * one meanwhile. Nothing else may run at the same time.
 */
export async function asServer<T>(work: () => Promise<T>): Promise<T> {
  const { uid, gid } = serverUser()
  const groups = process.getgroups?.() ?? []
  process.setgroups?.([gid])
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
    process.setgroups?.(groups)
  }
}

/** A message of the server, which is taken away, whatever it is; undefined where there is none that can be read. */
export async function takeMessage<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  const text = await readSmall(path).catch(() => '')
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Without following a link, and without waiting for one who writes into a pipe. */
async function readSmall(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > REQUEST_LIMIT || found.uid !== process.geteuid?.()) return ''
    const { bytesRead, buffer } = await file.read(Buffer.alloc(REQUEST_LIMIT), 0, REQUEST_LIMIT, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
