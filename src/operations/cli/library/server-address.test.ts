import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryDatabase } from './database-server.ts'
import { serverAddress, smtpAddress } from './server-address.ts'

const SECRET = 'postgres://root:geheim@db1:5432/postgres'
let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-server-'))
  file = join(folder, 'server')
  await writeFile(file, `${SECRET}\n`, { mode: 0o600 })
})
afterAll(() => rm(folder, { recursive: true }))

const ask = async (given: Parameters<typeof serverAddress>[0]) => {
  const warnings: string[] = []
  const address = await serverAddress(given, (line) => warnings.push(line))
  return { address, warnings }
}

test('the address of the server comes from a file of root alone, without a word', async () => {
  expect(await ask({ serverFile: file })).toEqual({ address: SECRET, warnings: [] })
  expect(await ask({})).toEqual({ address: undefined, warnings: [] })
  expect(await ask({ server: 'postgres://root@db1/postgres' })).toMatchObject({ warnings: [] })
})

test('a password among the arguments is warned of, and in no message', async () => {
  const { address, warnings } = await ask({ server: SECRET })
  expect(address).toBe(SECRET)
  expect(warnings).toEqual([expect.stringContaining('--server-file')])
  expect(warnings.join()).not.toContain('geheim')
  await expect(createLibraryDatabase('kisumu', 'mysql://root:geheim@db1')).rejects.toThrow(
    expect.not.stringContaining('geheim'),
  )
})

test('a file that others may read, none, or both at once are refused', async () => {
  await chmod(file, 0o640)
  await expect(ask({ serverFile: file })).rejects.toThrow(`chmod 600 ${file}`)
  await expect(ask({ serverFile: join(folder, 'none') })).rejects.toThrow('there is no such file')
  await expect(ask({ serverFile: file, server: SECRET })).rejects.toThrow('not both')
})

test('a mail server comes from a file of root alone, as a variable holds it', async () => {
  const mail = join(folder, 'mail')
  const askWith = async (text: string) => {
    await writeFile(mail, text, { mode: 0o600 })
    return smtpAddress(mail)
  }
  expect(await askWith("smtps://user:it's%40ours@mail.example.org\n")).toBe(
    'smtps://user:it%27s%40ours@mail.example.org',
  )
  for (const text of ['', 'mail.example.org', 'https://user:geheim@mail.example.org', 'smtp:geheim'])
    await expect(askWith(text)).rejects.toThrow(/^--smtp-file is "[^"]*": allowed is one line(?!.*geheim)/)
  await chmod(mail, 0o644)
  await expect(smtpAddress(mail)).rejects.toThrow(`--smtp-file is "${mail}": others may read it too`)
})
