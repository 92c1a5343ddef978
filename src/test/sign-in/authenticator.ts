import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { env } from '#base/env/env.server.ts'
import type { Caller } from '../callers.ts'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The head of a CBOR item (RFC 8949): its major type and its length or number. */
function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 256) return Buffer.from([type | 24, value])
  return Buffer.from([type | 25, value >> 8, value & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

interface Credential {
  id: string
  privateKey: KeyObject
  counter: number
}

interface Circumstances {
  origin?: string
  rpId?: string
  /** Whether the authenticator has verified the user, by a finger or a PIN. */
  isUserVerified?: boolean
}

/** A device with passkeys, in software: answers WebAuthn options with ES256 keys and attestation `none`. */
export class Authenticator {
  readonly credentials: Credential[] = []

  /** The answer of `navigator.credentials.create`. */
  create({ challenge }: { challenge: string }, circumstances: Circumstances = {}, id = randomBytes(32)) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const credential = { id: id.toString('base64url'), privateKey, counter: 0 }
    this.credentials.push(credential)
    const coordinates: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(new Map(coordinates))])
    const authData = Buffer.concat([this.#data(credential, circumstances, 0x40), attested])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, circumstances).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** The answer of `navigator.credentials.get`, by the newest passkey. */
  get({ challenge }: { challenge: string }, circumstances: Circumstances = {}) {
    const credential = this.credentials.at(-1)
    if (!credential) throw new Error('No passkey')
    credential.counter += 1
    const data = this.#data(credential, circumstances)
    const client = clientData('webauthn.get', challenge, circumstances)
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), credential.privateKey).toString('base64url'),
      },
    }
  }

  #data({ counter }: Credential, { rpId, isUserVerified = true }: Circumstances, more = 0): Buffer {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId ?? new URL(env().baseUrl).hostname), Buffer.from([flags]), count])
  }
}

const clientData = (type: string, challenge: string, { origin = env().baseUrl }: Circumstances): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const optionsOf = async (caller: Caller, kind: 'register' | 'authenticate') =>
  (await caller.request(`/api/auth/passkey/generate-${kind}-options`)).json()

/** Adds a passkey as the account page does; returns the last response. */
export async function addPasskey(
  caller: Caller,
  device: Authenticator,
  circumstances: Circumstances = {},
): Promise<Response> {
  const options = await caller.request('/api/auth/passkey/generate-register-options')
  if (!options.ok) return options
  const response = device.create(await options.json(), circumstances)
  return caller.request('/api/auth/passkey/verify-registration', { body: { response } })
}

/** Signs in by a passkey as the login page does. */
export async function signInByPasskey(
  caller: Caller,
  device: Authenticator,
  circumstances: Circumstances = {},
): Promise<Response> {
  const response = device.get(await optionsOf(caller, 'authenticate'), circumstances)
  return caller.request('/api/auth/passkey/verify-authentication', { body: { response } })
}
