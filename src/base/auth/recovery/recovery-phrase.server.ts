import { randomBytes, timingSafeEqual } from 'node:crypto'
import { KEY_BYTES, slowKey } from './slow-key.server.ts'

/** A phrase as it is compared: upper and lower case, and spaces between words, make no difference. */
const plain = (phrase: string): string => phrase.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The hash of a recovery phrase: salt and key of scrypt, in base64. */
export async function hashPhrase(phrase: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await slowKey(plain(phrase), salt)
  return `${salt.toString('base64')}.${key.toString('base64')}`
}

/** Whether a phrase has this hash. */
export async function isPhrase(typed: string, hash: string): Promise<boolean> {
  const [salt, key] = hash.split('.').map((part) => Buffer.from(part, 'base64'))
  if (!salt || key?.length !== KEY_BYTES) return false
  return timingSafeEqual(await slowKey(plain(typed.slice(0, 500)), salt), key)
}
