import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as french } from '@scure/bip39/wordlists/french.js'
import * as z from 'zod/mini'
import type { SealedByWords } from '#base/db/tables/recovery.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { lazy } from '#base/lib/lazy.ts'
import { slowKey } from './slow-key.server.ts'

/** Eight words, each one of 2,048, have 88 bits. */
export const WORD_COUNT = 8

/** A word without accents, as every keyboard can type it. */
const plain = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** New words, of the French list in French and else of the English one, which every keyboard can type. */
export function newWords(locale: Locale): string[] {
  const list = locale === 'fr' ? french : english
  return Array.from({ length: WORD_COUNT }, () => (list[randomInt(list.length)] ?? '').normalize('NFC'))
}

/** Words as they are typed: with any case, accents or none, and anything between them that is no letter. */
export const typedWords = (text: string): string[] => plain(text.slice(0, 1000)).match(/\p{L}+/gu) ?? []

const known = lazy(() => new Set([...english, ...french].map(plain)))

/** The first typed word that is in neither the English nor the French list. */
export const unknownWord = (words: readonly string[]): string | undefined =>
  words.find((word) => !known().has(plain(word)))

const TAG_BYTES = 16

const keyOf = (words: readonly string[], salt: Buffer): Promise<Buffer> => slowKey(words.map(plain).join(' '), salt)

const sealedSchema = z.object({ salt: z.string(), iv: z.string(), box: z.string() })

/** Encrypts a secret with a key that scrypt makes of the words: AES-256-GCM. */
export async function sealByWords(words: readonly string[], secret: string): Promise<SealedByWords> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(words, salt), iv)
  const box = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { salt: salt.toString('base64'), iv: iv.toString('base64'), box: box.toString('base64') }
}

/** The secret in a box; undefined with other words, or where it is no box. */
export async function openByWords(words: readonly string[], sealed: unknown): Promise<string | undefined> {
  const { data } = sealedSchema.safeParse(sealed)
  if (!data) return undefined
  const [salt, iv, box] = [data.salt, data.iv, data.box].map((text) => Buffer.from(text, 'base64'))
  if (!salt || !iv || !box || iv.length === 0 || box.length < TAG_BYTES) return undefined
  const key = await keyOf(words, salt)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(box.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(box.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Whether a value has the form of a sealed secret. */
export const isSealed = (sealed: unknown): boolean => sealedSchema.safeParse(sealed).success
