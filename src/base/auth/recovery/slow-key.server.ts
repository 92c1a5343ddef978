import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
/** scrypt takes 32 MB and some 100 ms for a key. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** Bytes of a key. */
export const KEY_BYTES = 32

/** The key that scrypt (RFC 7914) makes of words: slow, so that few can be tried. */
export const slowKey = (words: string, salt: Buffer): Promise<Buffer> => derive(words, salt, KEY_BYTES, COST)
