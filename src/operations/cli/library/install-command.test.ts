import { Command } from 'commander'
import { afterEach, expect, test } from 'vitest'
import { installCommand } from '#base/env/operator-command.server.ts'
import { addLibrary } from './library.ts'

const dataDir = process.env.DATA_DIR
afterEach(() => {
  if (dataDir === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = dataDir
})

test('the line that the sheet prints for one of many libraries is one that the command line takes', async () => {
  process.env.DATA_DIR = '/var/lib/maktaba-libraries/kisumu'
  const line = installCommand('https://kisumu.example.org', 'library')
  expect(line).toBe('sudo maktaba library add kisumu https://kisumu.example.org --admin ADDRESS')
  const program = new Command()
  addLibrary(program)
  const add = program.commands.flatMap(({ commands }) => commands).find((one) => one.name() === 'add')
  let words: unknown[] = []
  add?.exitOverride().action((...given: unknown[]) => void (words = given.slice(0, 3)))
  await program.parseAsync(line?.split(' ').slice(2), { from: 'user' })
  expect(words).toEqual(['kisumu', 'https://kisumu.example.org', { admin: 'ADDRESS' }])
})
