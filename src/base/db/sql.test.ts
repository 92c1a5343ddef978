import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'
import { db } from './connection/client.server.ts'

useDatabase()

const FOLDER = join(projectRoot, 'src', 'base', 'db', 'sql')

/** Each function of a migrated database, but for those of extensions, with the triggers that call it. */
const readFunctions = () =>
  db.transaction(async (tx) => {
    // Without a path every name has its schema.
    await tx.execute(sql`set local search_path = ''`)
    const { rows } = await tx.execute<{ name: string; definition: string; triggers: string | null }>(sql`
      select proname as name, pg_get_functiondef(f.oid) as definition, (
        select string_agg(pg_get_triggerdef(t.oid), E';\n' order by tgname)
        from pg_trigger as t where tgfoid = f.oid and not tgisinternal
      ) as triggers
      from pg_proc as f
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = f.oid and deptype = 'e')
      order by 1`)
    return rows
  })

/** The lines of comment at the beginning of a file. */
const headerOf = (file: string) => (existsSync(file) ? /^(?:--.*\n)*/.exec(readFileSync(file, 'utf8'))?.[0] : '')

test('src/base/db/sql shows each function and its triggers as they are: `npm run sql` writes them', async () => {
  const functions = await readFunctions()
  for (const { name, definition, triggers } of functions) {
    const file = join(FOLDER, `${name}.sql`)
    const statements = [definition.trimEnd(), triggers].filter((one) => one !== null).map((one) => `${one};\n`)
    await expect.soft(`${headerOf(file)}${statements.join('\n')}`).toMatchFileSnapshot(file)
  }
  const names = new Set(functions.map(({ name }) => `${name}.sql`))
  expect(readdirSync(FOLDER).filter((file) => !names.has(file))).toEqual([])
})
