import type { Statement } from './statements.ts'
import { withClient } from './seed.ts'

const CONTROL = /^\s*(begin|commit|rollback|set|release|savepoint)\b/i

/** Prints the plan of every statement of a request, with its parameters, in a transaction that is rolled back. */
export async function explainStatements(
  dataDir: string,
  captured: ReadonlyMap<string, Statement[]>,
  say: (line: string) => void,
): Promise<void> {
  await withClient(dataDir, async (client) => {
    for (const [name, statements] of captured) {
      say(`\n━━ ${name}`)
      await client.query('begin')
      for (const { text, values } of statements) {
        if (CONTROL.test(text)) {
          if (/^\s*set\b/i.test(text)) await client.query(text)
          continue
        }
        say(`\n${text.trim()}\n-- ${JSON.stringify(values)}`)
        // The first run fills the cache.
        await client.query({ text, values })
        const { rows } = await client.query<Record<string, string>>({
          text: `explain (analyze, buffers) ${text}`,
          values,
        })
        for (const row of rows) say(`  ${row['QUERY PLAN']}`)
      }
      await client.query('rollback')
    }
  })
}
