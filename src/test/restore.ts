import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import { setupProof } from '#base/auth/better-auth/setup.server.ts'
import { hashPhrase } from '#base/auth/recovery/recovery-phrase.server.ts'
import { sealByWords } from '#base/auth/recovery/eight-words.server.ts'
import { makeBackup } from '#base/db/backup/make-backup.server.ts'
import { db, renewConnections } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { env } from '#base/env/env.server.ts'
import { aKey } from './api-keys.ts'
import { Caller, signedIn } from './callers.ts'
import { aUser, type UserRow } from './factories.ts'
import type { FoundBackup, RestoreProgress } from '#operations/setup/restore/restore.schema.ts'

export const HOME = '127.0.0.1'
export const PHRASE = 'the old fig tree behind the school'
export const WORDS = 'river lamp cabbage market drum cloud fever ladder'
const SECRET_OF_OLD = 'the secret of the laptop that is dead now'

export interface OldLibrary {
  amina: UserRow
  juma: UserRow
  reader: UserRow
}

/** Fills the database as a library of another computer, writes its backups, and empties it again. */
export async function backUpOldLibrary(url: string, to: string): Promise<OldLibrary> {
  const name = 'Les Baobabs'
  await db.update(librarySetting).set({ name })
  const reader = await aUser({ name: 'Neema', email: 'neema@example.org' })
  await db.insert(book).values({ title: 'Petals of Blood', author: 'Ngugi wa Thiongo' })
  await backUp(url, join(to, 'no-admin.maktaba'))
  const amina = await aUser({ name: 'Amina Khamis', email: 'amina@example.org', role: 'admin' })
  const juma = await aUser({ name: 'Juma Mwangi', email: 'j@example.org', role: 'admin' })
  await aUser({ name: 'Banned Admin', email: 'banned@example.org', role: 'admin', banned: true })
  await signedIn(amina)
  await aKey(amina)
  const device = { publicKey: '', credentialID: 'hers', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await db.insert(passkey).values({ userId: amina.id, ...device })
  const password = await symmetricEncrypt({ key: SECRET_OF_OLD, data: 'mail password' })
  const mailServer = {
    host: 'mail.example.org',
    port: 587,
    security: 'starttls' as const,
    user: 'u',
    password,
    sender: 's@example.org',
  }
  await db.update(librarySetting).set({ mailServer })
  await backUp(url, join(to, 'plain.maktaba'))
  const sealedSecret = await sealByWords(WORDS.split(' '), SECRET_OF_OLD)
  await db.insert(recovery).values({ words: 'of the old secret', sealedSecret, phrase: await hashPhrase(PHRASE) })
  await backUp(url, join(to, 'words.maktaba'))
  await emptyLibrary()
  return { amina, juma, reader }
}

const backUp = (url: string, file: string) => makeBackup({ connectionString: url }, file)

/** Leaves the database as that of a new library. */
export async function emptyLibrary(): Promise<void> {
  await db.execute(sql`truncate "user", book, recovery, library_setting, limit_hit cascade`)
  renewConnections()
}

/** Puts a backup where the server looks for some. */
export async function offer(file: string, name: string): Promise<void> {
  const folder = join(env().dataDir, 'backups')
  await mkdir(folder, { recursive: true })
  await copyFile(file, join(folder, name))
}

/** A browser at `/setup` that restores. */
export class Restorer {
  readonly caller: Caller

  constructor(from = HOME) {
    this.caller = new Caller(from)
  }

  post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.caller.request(`/api/restore/${path}`, { body, headers })

  look = (proof = setupProof(), headers: Record<string, string> = {}) => this.post('look', { proof }, headers)

  async find(name: string): Promise<FoundBackup> {
    const { backups }: { backups: FoundBackup[] } = await (await this.look()).json()
    const found = backups.find(({ file }) => file === name)
    if (!found) throw new Error(`${name} was not found among ${backups.map(({ file }) => file).join()}`)
    return found
  }

  send = (bytes: Blob, name = 'sent by me.maktaba') =>
    this.caller.request('/api/restore/file', {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', 'x-filename': encodeURIComponent(name) },
    })

  async state(): Promise<RestoreProgress> {
    const state: RestoreProgress = await (await this.caller.request('/api/restore/state')).json()
    return state
  }

  /** Restores and waits for the end. */
  async restore(name: string, words = ''): Promise<RestoreProgress> {
    const { id } = await this.find(name)
    const begun = await this.post('begin', { id, words })
    if (begun.status !== 202) throw new Error(JSON.stringify(await begun.json()))
    return this.ended()
  }

  async ended(): Promise<RestoreProgress> {
    for (;;) {
      const state = await this.state()
      if (state.phase !== 'running') return state
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  claim = (userId: string, phrase = '') => this.post('claim', { userId, phrase })
}
