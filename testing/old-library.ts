import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { runSql } from './database.ts'
import { addPeople } from './people.ts'
import { startServer } from './server.ts'

/** The admins of the library that `backUpOldLibrary` makes. */
export const OLD_ADMINS = [
  { id: '30000000-0000-7000-8000-000000000001', name: 'Amina Khamis', email: 'amina@example.org', role: 'admin' },
  { id: '30000000-0000-7000-8000-000000000002', name: 'Juma Mwangi', email: 'juma@example.org', role: 'admin' },
]

/** Makes a library of so many books by a server of its own, as on a computer that is dead afterwards, and its backup. */
export async function backUpOldLibrary(file: string, books: number): Promise<void> {
  const server = await startServer({ SEED: 'genres', ADMIN_EMAIL: '' })
  const { dataDir } = server
  try {
    await addPeople(dataDir, OLD_ADMINS)
    await runSql(
      dataDir,
      `insert into book (id, title, author) select gen_random_uuid(), 'Book ' || n, 'Author ' || n % 900
       from generate_series(1, $1::int) as n`,
      [books],
    )
    await runSql(dataDir, `update library_setting set name = 'Les Baobabs'`, [])
    const program = join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts')
    await promisify(execFile)(process.execPath, [program, 'backup', file], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  } finally {
    await server.stop()
  }
}
