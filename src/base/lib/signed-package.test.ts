import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSignedPackage, publicKeyOf, signPackage } from './signed-package.server.ts'

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = newKey()
let folder = ''
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-signed-'))
  await mkdir(path('tree/DEBIAN'), { recursive: true, mode: 0o755 })
  await writeFile(
    path('tree/DEBIAN/control'),
    'Package: maktaba\nVersion: 9.1.0-1\nArchitecture: all\nMaintainer: A <a@example.org>\nDescription: A\n',
  )
  execFileSync('dpkg-deb', ['--build', path('tree'), path('plain.deb')], { stdio: 'pipe' })
  await copyFile(path('plain.deb'), path('signed.deb'))
  await signPackage(path('signed.deb'), key)
})
afterAll(() => rm(folder, { recursive: true }))

test('a signed package is one that dpkg reads, and its key verifies it', async () => {
  expect(execFileSync('dpkg-deb', ['--field', path('signed.deb'), 'Version'], { encoding: 'utf8' })).toBe('9.1.0-1\n')
  expect(await isSignedPackage(path('signed.deb'), publicKeyOf(key))).toBe(true)
})

test('without a signature, with one of another key, or signed twice by another, it is not', async () => {
  expect(await isSignedPackage(path('plain.deb'), publicKeyOf(key))).toBe(false)
  expect(await isSignedPackage(path('signed.deb'), publicKeyOf(newKey()))).toBe(false)
  await copyFile(path('signed.deb'), path('twice.deb'))
  await signPackage(path('twice.deb'), newKey())
  expect(await isSignedPackage(path('twice.deb'), publicKeyOf(key))).toBe(false)
})

test('a change of any byte, a cut and an addition are noticed', async () => {
  const bytes = await readFile(path('signed.deb'))
  for (const at of [0, 20, 100, bytes.length - 200, bytes.length - 148, bytes.length - 80, bytes.length - 10]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    await writeFile(path('changed.deb'), changed)
    expect(await isSignedPackage(path('changed.deb'), publicKeyOf(key)), `byte ${at}`).toBe(false)
  }
  await copyFile(path('signed.deb'), path('cut.deb'))
  await truncate(path('cut.deb'), bytes.length - 1)
  await writeFile(path('longer.deb'), Buffer.concat([bytes, Buffer.from('\n')]))
  await writeFile(path('empty.deb'), '')
  for (const name of ['cut.deb', 'longer.deb', 'empty.deb'])
    expect(await isSignedPackage(path(name), publicKeyOf(key)), name).toBe(false)
})

test('only keys for Ed25519 sign', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(() => publicKeyOf(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow('Ed25519')
})
