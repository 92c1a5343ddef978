import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, stat } from 'node:fs/promises'

/** Ed25519 (RFC 8032): 64 bytes, in Base64. */
const SIGNATURE_LENGTH = 88
/** The last member of the archive (`ar`), which dpkg and apt skip: its header of 60 bytes. */
const HEADER = `${'_signature'.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(SIGNATURE_LENGTH).padEnd(10)}\`\n`
const MEMBER_LENGTH = HEADER.length + SIGNATURE_LENGTH

/** Signs a Debian package, as its last member. The key is an Ed25519 private key as PEM (PKCS 8). */
export async function signPackage(file: string, privateKey: string): Promise<void> {
  const { size } = await stat(file)
  // Members begin at even bytes.
  if (size % 2 === 1) await appendFile(file, '\n')
  const signature = sign(null, await signedBytes(file, size + (size % 2)), createPrivateKey(privateKey))
  await appendFile(file, HEADER + signature.toString('base64'))
}

/** The public key of a private one, as PEM: it verifies packages. Throws unless it is for Ed25519. */
export function publicKeyOf(privateKey: string): string {
  const key = createPublicKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key that signs packages must be for Ed25519')
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

/** Whether a Debian package ends with a signature, by this key, of everything before it. */
export async function isSignedPackage(file: string, publicKey: string): Promise<boolean> {
  const { size } = await stat(file)
  if (size <= MEMBER_LENGTH) return false
  const member = await readEnd(file, size - MEMBER_LENGTH)
  if (!member.startsWith(HEADER)) return false
  const signature = Buffer.from(member.slice(HEADER.length), 'base64')
  return verify(null, await signedBytes(file, size - MEMBER_LENGTH), createPublicKey(publicKey), signature)
}

async function readEnd(file: string, position: number): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(MEMBER_LENGTH), position })
    return buffer.toString('latin1')
  } finally {
    await handle.close()
  }
}

/** What is signed: the purpose, so that no other signature of the key fits, and the digest of the first bytes of the file. */
async function signedBytes(file: string, length: number): Promise<Buffer> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file, { end: length - 1 })) hash.update(chunk)
  return Buffer.concat([Buffer.from('Maktaba package 1\n'), hash.digest()])
}
