import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  copyOfSample,
  isOutOfReach,
  isRoot,
  newFolder,
  open,
  openElsewhere,
  postmasterOf,
  refusalOf,
} from './embedded.test-kit.ts'

describe.skipIf(isOutOfReach)('one clear line for', () => {
  test.each([
    ['17', 'was made by PostgreSQL 17, this Maktaba brings 18'],
    ['19', 'was made by PostgreSQL 19, this Maktaba brings only 18'],
  ])('a cluster of version %s', async (version, line) => {
    const folder = copyOfSample()
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), `${version}\n`)
    expect(await refusalOf(folder)).toContain(`${folder}/postgres ${line}`)
  })

  test('a folder that is no cluster, which stays as it was', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'postgres'), { recursive: true })
    await writeFile(join(folder, 'postgres', 'diary.txt'), 'dear diary')
    expect(await refusalOf(folder)).toContain(`${folder}/postgres is not empty and no PostgreSQL cluster`)
    expect(await readdir(join(folder, 'postgres'))).toEqual(['diary.txt'])
  })

  test('a data folder that is a file', async () => {
    const file = newFolder()
    await writeFile(file, '')
    expect(await refusalOf(file)).toBe(`${file} is not a folder: set DATA_DIR to a folder`)
    await rm(file)
  })

  test('a data folder that may not be written', async (context) => {
    const folder = newFolder()
    await mkdir(folder, { mode: 0o555 })
    const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    // Root may write everywhere: try it as somebody else, if that one can read our code.
    const canRun = (await isReadableByAll(process.execPath)) && (await isReadableByAll(import.meta.dirname))
    if (isRoot && !canRun) return context.skip()
    const { error } = await openElsewhere(folder, nobody).next()
    expect(error).toContain(`No permission to use ${folder}`)
  })

  test('lost and for wrong passwords', async () => {
    const folder = copyOfSample()
    const file = join(folder, 'postgres.passwords')
    await writeFile(file, 'postgres wrong\nmaktaba wrong\n')
    expect(await refusalOf(folder)).toContain(`refuses the passwords in ${file}`)
    expect(await postmasterOf(folder)).toBeUndefined()
    await rm(file)
    expect(await refusalOf(folder)).toContain(`cannot be read from ${file}`)
  })

  test("a PostgreSQL that dies at its start, in that one's words", async () => {
    const folder = copyOfSample()
    await writeFile(join(folder, 'postgres', 'postgresql.auto.conf'), 'bogus = 1\n')
    expect(await refusalOf(folder)).toMatch(/could not start on .*: FATAL: .*postgresql\.auto\.conf" contains errors/)
  })

  test('a cluster that another container uses', async () => {
    const folder = copyOfSample()
    const other = openElsewhere(folder)
    await other.next()
    await writeFile(join(folder, 'postgres.host'), 'another pid namespace')
    expect(await refusalOf(folder)).toContain(`${folder}/postgres is in use by another container or machine`)
    await other.kill()
    await rm(join(folder, 'postgres.host'))
    await (await open(folder)).close()
  }, 30_000)
})

async function isReadableByAll(path: string): Promise<boolean> {
  if (dirname(path) === path) return true
  return ((await stat(path)).mode & 0o005) === 0o005 && isReadableByAll(dirname(path))
}
